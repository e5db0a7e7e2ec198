import type { ComponentProps } from "react";
import { MAX_SEARCH_LENGTH } from "../../../contract/limits.ts";
import { SearchIcon } from "../../shared/icons.tsx";

/** The search field with its icon and hidden label, inside a positioned element. */
export function SearchInput({ className = "", ...input }: ComponentProps<"input"> & { id: string }) {
  return (
    <>
      <label htmlFor={input.id} className="sr-only">
        Search products, notes and ingredients
      </label>
      <SearchIcon
        width="20"
        height="20"
        className="pointer-events-none absolute top-1/2 left-0 -translate-y-1/2 text-bark"
      />
      <input
        {...input}
        name="search"
        type="search"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search rose, oud, face oil…"
        autoComplete="off"
        enterKeyHint="search"
        className={`h-11 w-full rounded-control border-control border-b bg-transparent pl-8 placeholder:text-[#756552] [&::-webkit-search-cancel-button]:hidden ${className}`}
      />
    </>
  );
}
