import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Category, ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { CloseIcon } from "../../shared/icons.tsx";
import { Modal } from "../../shared/modal.tsx";
import { productCount } from "../../shared/numbers.ts";
import { Picture } from "../../shared/picture.tsx";
import { Price, SizeLine } from "../../shared/product/price.tsx";
import { POPULAR, SUBMITTED_SEARCH, searchPath, searchStore } from "../../shared/search.ts";
import { SearchInput } from "../../shared/search-input.tsx";
import { useRootData } from "../../shared/shop-context.ts";
import { type Suggestions, useSuggestions } from "./use-suggestions.ts";

/** Maximum number of suggested categories. */
const MAX_CATEGORIES = 3;

/** The mobile search sheet: suggests products and categories while typing, and links to all results. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const { categories } = useRootData();
  const [typed, setTyped] = useState(() => searchStore.get());
  const navigate = useNavigate();
  const text = typed.trim();
  const suggestions = useSuggestions(text);

  return (
    <Modal label="Search" onClose={onClose} ownClose="cross" firstFocus="input" className="m-0! h-dvh max-h-dvh">
      <form
        action="/products"
        className="sticky top-0 z-10 flex items-center gap-1 bg-paper px-gutter pt-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text === "") return;
          navigate(searchPath(text), { state: SUBMITTED_SEARCH });
          onClose();
        }}
      >
        <div className="relative flex-1">
          <SearchInput id="search-sheet" value={typed} onChange={(event) => setTyped(event.target.value)} isFramed />
        </div>
        <button type="button" aria-label="Close search" className="-mr-2.5 icon-button" onClick={onClose}>
          <CloseIcon />
        </button>
      </form>
      <div className="px-gutter py-4">
        {text === "" ? (
          <Popular onChoose={setTyped} />
        ) : (
          <>
            <CategoryLinks categories={matchingCategories(text, categories)} onClose={onClose} />
            <SearchResults text={text} suggestions={suggestions} onClose={onClose} />
          </>
        )}
      </div>
    </Modal>
  );
}

function Popular({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <section aria-labelledby="search-popular">
      <h2 id="search-popular" className="font-sans text-small text-bark">
        Popular searches
      </h2>
      <ul className="mt-2 divide-y divide-sand border-sand border-b">
        {POPULAR.map((text) => (
          <li key={text}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center text-left font-display text-quote hover:text-leaf"
              onClick={() => onChoose(text)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CategoryLinks({ categories, onClose }: { categories: CategoryLink[]; onClose: () => void }) {
  if (categories.length === 0) return null;
  return (
    <ul className="mb-2">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <Link to={`/category/${slug}`} onClick={onClose} className="flex min-h-11 items-center text-leaf text-link">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SearchResults({
  text,
  suggestions,
  onClose,
}: {
  text: string;
  suggestions: Suggestions;
  onClose: () => void;
}) {
  const { results, error, pending, retry } = suggestions;
  if (error) {
    return (
      <div role="alert">
        <p>We couldn’t search just now. {error.message}</p>
        <button type="button" className="mt-4 button-quiet" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className={`transition-opacity duration-150 ${pending ? "opacity-45" : ""}`}>
      <p role="status" className="text-small text-bark">
        {pending
          ? "Searching…"
          : results &&
            (results.totalData === 0
              ? "No Product Found"
              : productCount(results.totalData, { relation: results.totalRelation }))}
      </p>
      {!pending && results?.totalData === 0 && (
        <p className="mt-2">Nothing we make goes by “{text}”. Try another word, such as a flower or a note.</p>
      )}
      {results && results.data.length > 0 && (
        <>
          <ul className="mt-1 divide-y divide-sand sm:grid sm:grid-cols-2 sm:gap-x-8 sm:divide-y-0">
            {results.data.map((product) => (
              <li key={product._id}>
                <Suggestion product={product} onClose={onClose} />
              </li>
            ))}
          </ul>
          <Link to={searchPath(text)} onClick={onClose} className="mt-4 button-primary w-full">
            {results.totalData > results.data.length
              ? `See all ${productCount(results.totalData, { relation: results.totalRelation })}`
              : "See the whole list"}
          </Link>
        </>
      )}
    </div>
  );
}

function Suggestion({ product, onClose }: { product: ProductSummary; onClose: () => void }) {
  const [image] = product.images;
  return (
    <Link to={`/product/${product.slug}`} onClick={onClose} className="flex items-center gap-3.5 py-2.5">
      <span className="size-16 shrink-0 overflow-hidden rounded-picture bg-linen">
        {image && <Picture picture={image} alt="" sizes="64px" imageClassName="size-full object-cover" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-display text-item">{product.title}</span>
        <span className="block truncate text-small text-bark">{product.sub_title}</span>
        {product.availability === "in_stock" ? (
          <span className="flex flex-wrap items-baseline gap-x-2 text-small">
            <Price price={product.price} originalPrice={product.originalPrice} />
            <SizeLine product={product} />
          </span>
        ) : (
          <span className="text-small text-bark">Out of stock</span>
        )}
      </span>
    </Link>
  );
}

type CategoryLink = Pick<Category, "slug" | "name">;

/** Returns categories with a word that begins with the text: "att" matches Attars and Floral Attars. */
function matchingCategories(text: string, categories: Category[]): CategoryLink[] {
  const start = text.toLowerCase();
  return categories
    .flatMap((category) => [category, ...category.subcategories])
    .filter(({ name }) => [name, ...name.split(" ")].some((part) => part.toLowerCase().startsWith(start)))
    .slice(0, MAX_CATEGORIES);
}
