import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { CloseIcon } from "../../shared/icons.tsx";
import { SEARCH_PATH, searchPath, searchStore, TYPED_NAVIGATION } from "../../shared/search.ts";
import { useStore } from "../../shared/store.ts";
import { SearchInput } from "./search-input.tsx";

/** The search field. Typing navigates to /products, which lists the results; without JavaScript, submitting the form does. */
export function SearchBox({ id, className = "", onSubmit }: { id: string; className?: string; onSubmit?: () => void }) {
  const text = useStore(searchStore);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const setText = (next: string) => {
    searchStore.set(next);
    // On /products the listing writes the text to its URL once typing pauses.
    if (pathname !== SEARCH_PATH && next.trim() !== "") navigate(searchPath(next), { state: TYPED_NAVIGATION });
  };

  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useLayoutEffect(() => {
    // Text that was typed before hydration.
    const typed = input.current?.value;
    if (typed) setText(typed);
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
      <SearchInput
        ref={input}
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pr-11 text-[0.9375rem]"
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-0 right-0 grid size-11 place-items-center text-bark hover:text-ink"
          onClick={() => {
            setText("");
            document.getElementById(id)?.focus();
          }}
        >
          <CloseIcon width="18" height="18" />
        </button>
      )}
    </form>
  );
}
