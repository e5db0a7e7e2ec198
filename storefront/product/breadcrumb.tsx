import { Link } from "react-router";
import type { CategoryLink } from "../../contract/catalogue/schemas.ts";
import { ChevronLeftIcon } from "../shared/icons.tsx";

const LINK = "inline-flex min-h-10 items-center hover:text-ink underline-offset-4 hover:underline";

/** Names longer than this, in characters, would cover the bottle on a phone's picture. */
const SHORT_NAME = 18;

/** Links to Home and the categories of a product in one line; on a phone only to the last one with a short name, on the picture. */
export function Breadcrumb({ path }: { path: CategoryLink[] }) {
  const onPhone = path.findLast(({ name }) => name.length <= SHORT_NAME) ?? path.at(-1);
  return (
    <nav aria-label="Breadcrumb" className="max-sm:absolute max-sm:top-3 max-sm:left-3 sm:-my-2">
      <ol className="flex items-center gap-x-2 overflow-hidden text-small whitespace-nowrap text-bark">
        <li className="max-sm:hidden">
          <Link to="/" className={LINK}>
            Home
          </Link>
        </li>
        {path.map(({ slug, name }) => (
          <li
            key={slug}
            className={`${slug === onPhone?.slug ? "" : "max-sm:hidden"} flex items-center gap-2 before:text-control before:content-['/'] max-sm:min-w-0 max-sm:gap-1 max-sm:rounded-[1.25rem] max-sm:bg-paper/90 max-sm:pr-3.5 max-sm:pl-2.5 max-sm:before:hidden sm:last:min-w-0`}
          >
            <ChevronLeftIcon width="16" height="16" className="shrink-0 text-ink sm:hidden" />
            <Link to={`/category/${slug}`} className={`${LINK} min-w-0`}>
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
