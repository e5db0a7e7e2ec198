import { Link } from "react-router";
import { api } from "../api/api.ts";
import { ProductCard } from "../product-card/product-card.tsx";
import { NOTE_FAMILIES } from "../shared/product/note-families.ts";
import { useRead } from "../shared/use-read.ts";

const SHOWN = 4;

/**
 * Suggests where to continue if nothing matches: a note of each family, and best sellers once they are loaded.
 * @param clearPath the listing without the search; empty if something else links there
 */
export function NoResultSuggestions({ clearPath }: { clearPath: string }) {
  const { value: products } = useRead(readBestSellers);
  return (
    <div className="container-page pt-6">
      <ul aria-label="Notes to search for" className="flex flex-wrap items-center gap-2.5">
        {NOTE_FAMILIES.map(({ notes: [note], color }) => (
          <li key={note}>
            <Link
              to={`/products?search=${note}`}
              className="flex min-h-11 items-center gap-2.5 rounded-full border border-sand px-4 hover:border-control"
            >
              <span className="size-3 rounded-full" style={{ background: color }} />
              {note}
            </Link>
          </li>
        ))}
        {clearPath && (
          <li>
            <Link to={clearPath} className="flex min-h-11 items-center text-leaf text-link">
              Clear search
            </Link>
          </li>
        )}
      </ul>
      {products && products.length > 0 && (
        <section aria-labelledby="instead" className="mt-12 md:mt-16">
          <h2 id="instead" className="mb-6 text-quote">
            What others come back for
          </h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-9 sm:grid-cols-4 md:gap-x-6">
            {products.map((product) => (
              <li key={product._id}>
                <ProductCard product={product} sizes="(min-width: 640px) 23vw, 46vw" badge={false} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const readBestSellers = () =>
  api.listProducts({ query: { bestseller: true, page: 1, perPage: SHOWN } }).then(({ data }) => data);
