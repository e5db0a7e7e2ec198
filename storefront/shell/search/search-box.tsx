import { useLayoutEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { CloseIcon } from "../../shared/icons.tsx";
import {
  POPULAR,
  SEARCH_PATH,
  SUBMITTED_SEARCH,
  searchPath,
  searchStore,
  TYPED_NAVIGATION,
} from "../../shared/search.ts";
import { SearchInput } from "../../shared/search-input.tsx";
import { useStore } from "../../shared/store.ts";

interface SearchBoxProps {
  id: string;
  className?: string;
  /** Whether the empty field shows popular searches while it has the focus. */
  suggests?: boolean;
  onSubmit?: () => void;
}

/** The search field. Typing navigates to /products, which lists the results; without JavaScript, submitting the form does. */
export function SearchBox({ id, className = "", suggests = false, onSubmit }: SearchBoxProps) {
  const text = useStore(searchStore);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

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
      className={`group relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        const isListed = pathname === SEARCH_PATH;
        navigate(searchPath(text, isListed ? search : ""), { state: SUBMITTED_SEARCH, replace: isListed });
        onSubmit?.();
      }}
    >
      <SearchInput
        ref={input}
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pr-11 text-compact"
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.blur();
        }}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-0 right-0 icon-button text-bark hover:text-ink"
          onClick={() => {
            setText("");
            document.getElementById(id)?.focus();
          }}
        >
          <CloseIcon width="18" height="18" />
        </button>
      )}
      {suggests && text === "" && pathname !== SEARCH_PATH && <PopularSearches />}
    </form>
  );
}

/** Shows links to popular searches below the field while the focus is in the form. */
function PopularSearches() {
  return (
    <div className="absolute top-full left-0 z-50 mt-3 hidden w-80 border border-sand bg-paper p-5 [box-shadow:0_24px_40px_-32px_rgb(34_28_21/0.5)] group-focus-within:block">
      <p className="text-small text-bark">Popular searches</p>
      <ul className="mt-1">
        {POPULAR.map((text) => (
          <li key={text}>
            <Link
              to={searchPath(text)}
              className="flex min-h-10 items-center font-display text-title hover:text-leaf decoration-1 underline-offset-4 hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
