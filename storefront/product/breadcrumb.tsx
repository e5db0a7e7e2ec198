import { Link } from "react-router";
import type { CategoryLink } from "../../contract/catalogue/schemas.ts";

const LINK = "inline-flex min-h-10 items-center hover:text-ink hover:underline hover:underline-offset-4";

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
            className={`${slug === onPhone?.slug ? "" : "max-sm:hidden"} flex gap-2 before:self-center before:text-control before:content-['/'] max-sm:min-w-0 max-sm:rounded-[1.25rem] max-sm:bg-paper/90 max-sm:px-3.5 max-sm:before:text-ink max-sm:before:content-['‹'] sm:last:min-w-0`}
          >
            <Link to={`/category/${slug}`} className={`${LINK} min-w-0`}>
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
