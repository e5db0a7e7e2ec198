import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { MAX_SEARCH_LENGTH } from "../../../contract/limits.ts";
import { CloseIcon, SearchIcon } from "../../shared/icons.tsx";
import { SEARCH_PATH, searchPath, searchStore, TYPED_NAVIGATION } from "../../shared/search.ts";
import { useStore } from "../../shared/store.ts";

/** Typing stores the text and navigates to /products, which lists the results. Without JavaScript it is a plain form with the same URL. */
export function SearchBox({ id, className = "", onSubmit }: { id: string; className?: string; onSubmit?: () => void }) {
  const text = useStore(searchStore);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const type = (next: string) => {
    searchStore.set(next);
    // On /products the listing writes the text to its URL once typing pauses.
    if (pathname !== SEARCH_PATH && next.trim() !== "") navigate(searchPath(next), { state: TYPED_NAVIGATION });
  };

  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useLayoutEffect(() => {
    // Keeps what was typed before hydration.
    const early = input.current?.value;
    if (early) type(early);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the search element
    <form
      action="/products"
      role="search"
      className={`relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (pathname !== SEARCH_PATH) navigate(searchPath(text), { state: TYPED_NAVIGATION });
        onSubmit?.();
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search products, notes and ingredients
      </label>
      <SearchIcon
        width="20"
        height="20"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-bark"
      />
      <input
        ref={input}
        id={id}
        name="search"
        type="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search rose, oud, face oil…"
        autoComplete="off"
        enterKeyHint="search"
        className="h-11 w-full rounded-full border border-control/60 bg-white pr-11 pl-11 text-[0.9375rem] placeholder:text-[#756552] [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-0 right-0 grid size-11 place-items-center text-bark hover:text-ink"
          onClick={() => {
            type("");
            document.getElementById(id)?.focus();
          }}
        >
          <CloseIcon width="18" height="18" />
        </button>
      )}
    </form>
  );
}
