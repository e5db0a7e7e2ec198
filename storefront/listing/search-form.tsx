import { Link, useNavigate } from "react-router";
import { CloseIcon } from "../shared/icons.tsx";
import { SUBMITTED_SEARCH, searchPath } from "../shared/search.ts";
import { SearchInput } from "../shared/search-input.tsx";
import { type Choices, writeChoices } from "./choices.ts";

interface SearchFormProps {
  path: string;
  choices: Choices;
  className?: string;
}

/** What was searched, to search for something else, and a link that clears it. Both work without JavaScript. */
export function SearchForm({ path, choices, className = "" }: SearchFormProps) {
  const navigate = useNavigate();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the search element
    <form
      action="/products"
      role="search"
      aria-label="Search again"
      className={`relative mt-4 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get("search"));
        navigate(searchPath(text), { state: SUBMITTED_SEARCH });
      }}
    >
      <SearchInput id="search-again" key={choices.search} defaultValue={choices.search} isFramed className="pr-12!" />
      <Link
        to={path + writeChoices({ ...choices, search: "" })}
        aria-label="Clear search"
        className="absolute top-0.5 right-0.5 icon-button text-bark hover:text-ink"
      >
        <CloseIcon width="18" height="18" />
      </Link>
    </form>
  );
}
