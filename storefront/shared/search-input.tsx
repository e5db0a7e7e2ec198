import type { ComponentProps } from "react";
import { MAX_SEARCH_LENGTH } from "../../contract/limits.ts";
import { SearchIcon } from "./icons.tsx";

interface SearchInputProps extends ComponentProps<"input"> {
  id: string;
  /** A frame, which shows the focus itself, instead of a line below. */
  isFramed?: boolean;
}

/** The search field with its icon and hidden label, inside a positioned element. */
export function SearchInput({ className = "", isFramed = false, ...input }: SearchInputProps) {
  return (
    <>
      <label htmlFor={input.id} className="sr-only">
        Search products, notes and ingredients
      </label>
      <SearchIcon
        width="20"
        height="20"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-bark"
      />
      <input
        {...input}
        name="search"
        type="search"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search rose, oud, face oil…"
        autoComplete="off"
        enterKeyHint="search"
        className={`search-field ${isFramed ? "framed" : ""} ${className}`}
      />
    </>
  );
}
