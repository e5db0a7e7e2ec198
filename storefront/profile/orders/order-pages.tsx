import { Link, useSearchParams } from "react-router";
import { ChevronLeftIcon, ChevronRightIcon } from "../../shared/icons.tsx";

interface PagesProps {
  /** What the pages are of. */
  name: string;
  /** The parameter of the URL that contains the page. */
  parameter: "page" | "before";
  page: number;
  pages: number;
}

/** Links to newer and older orders. */
export function Pages({ name, parameter, page, pages }: PagesProps) {
  const [search] = useSearchParams();
  if (pages === 1) return null;
  const address = (to: number) => {
    const changed = new URLSearchParams(search);
    if (to === 1) changed.delete(parameter);
    else changed.set(parameter, String(to));
    return { search: `?${changed}` };
  };
  return (
    <nav aria-label={`Pages of ${name}`} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      {page > 1 ? (
        <Link to={address(page - 1)} className="button-quiet">
          <ChevronLeftIcon width="18" height="18" />
          Newer orders
        </Link>
      ) : (
        <span />
      )}
      <p className="text-bark text-small">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <Link to={address(page + 1)} className="button-quiet">
          Older orders
          <ChevronRightIcon width="18" height="18" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
