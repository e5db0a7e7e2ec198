import { Link } from "react-router";
import type { CategoryLink } from "../../contract/catalogue/schemas.ts";

export function Breadcrumb({ path }: { path: CategoryLink[] }) {
  return (
    <nav aria-label="Breadcrumb" className="-my-2">
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-bark">
        <li>
          <Link to="/" className="inline-block py-2 hover:text-ink hover:underline hover:underline-offset-4">
            Home
          </Link>
        </li>
        {path.map(({ slug, name }) => (
          <li key={slug} className="flex gap-2 before:self-center before:text-control before:content-['/']">
            <Link
              to={`/category/${slug}`}
              className="inline-block py-2 hover:text-ink hover:underline hover:underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
