import { Link } from "react-router";

interface Filter {
  text: string;
  /** The query without this filter. */
  without: string;
}

/** Lists the active filters, each with a button that removes it. */
export function FilterBadges({ filters }: { filters: readonly (Filter | null | "")[] }) {
  const used = filters.filter((filter): filter is Filter => Boolean(filter));
  if (used.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="mb-2 flex flex-wrap gap-1.5">
      {used.map(({ text, without }) => (
        <li key={text}>
          <Link to={without} className="chip">
            <span className="sr-only">Remove the filter </span>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
