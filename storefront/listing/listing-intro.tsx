import { Link } from "react-router";
import type { CategoryLink, ProductList } from "../../contract/catalogue/schemas.ts";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { isDark, isWide, Picture } from "../shared/picture.tsx";
import { useRootData, useShop } from "../shared/shop-context.ts";
import type { Choices } from "./choices.ts";
import { breadcrumbs, type ListingScope } from "./scope.ts";
import { SearchForm } from "./search-form.tsx";
import { SearchNotes } from "./search-notes.tsx";

interface ListingIntroProps {
  scope: ListingScope;
  choices: Choices;
  /** The search's results, once they are loaded. */
  found: ProductList | undefined;
  /** Whether the search finds nothing. */
  isNothing: boolean;
}

/** The listing's title and introduction before its picture, and links to subcategories; of a search, what was searched. */
export function ListingIntro({ scope, choices, found, isNothing }: ListingIntroProps) {
  const { search } = choices;
  const image = usePicture(scope) ?? undefined;
  return search ? (
    <header className="container-page pt-6 md:pt-8">
      <Breadcrumb scope={scope} search={search} />
      <h1 className="wrap-anywhere text-display">
        {isNothing ? "Nothing we make goes by" : "Results for"} <em>“{search}”</em>
      </h1>
      {isNothing ? (
        <>
          <p className="mt-3 text-bark md:text-lead">
            <span>No Product Found</span>. Try another word, such as a flower or a note.
          </p>
          <SearchForm path={scope.path} choices={choices} />
        </>
      ) : (
        <>
          <SearchForm path={scope.path} choices={choices} className="md:hidden" />
          <div className="mt-4 min-h-11 md:mt-5 md:mb-6">
            {found && <SearchNotes path={scope.path} choices={choices} found={found} />}
          </div>
        </>
      )}
    </header>
  ) : (
    <header>
      <div
        className={
          image ? `listing-head ${isWide(image) ? "is-wide" : ""} ${isDark(image.color) ? "text-white" : ""}` : ""
        }
        style={{ backgroundColor: image?.color }}
      >
        {image && <Picture key={image.path} picture={image} alt="" priority sizes={HEAD_SIZES} />}
        <div className={`relative container-page ${image ? "pt-5 sm:py-8" : "pt-6 pb-6 md:pt-8"}`}>
          <Breadcrumb scope={scope} search={search} />
          <h1 className="wrap-anywhere text-display">{scope.title}</h1>
          <p className={`mt-2 max-w-[38rem] text-balance sm:mt-3 md:text-lead ${image ? "" : "text-bark"}`}>
            {scope.sentence}
          </p>
        </div>
      </div>
      <PartLinks scope={scope} />
    </header>
  );
}

/** Of a photograph three times as wide as high, which covers the head. */
const HEAD_SIZES = "(min-width: 1024px) max(100vw, 71rem), (min-width: 640px) max(100vw, 63rem), 167vw";

/** Which category's picture a listing of all categories shows: one that the first category's page does not. */
const PICTURE_OF: Readonly<Record<ListingScope["kind"], number>> = { all: 1, bestsellers: 2, deals: 4, category: 0 };

/**
 * The category's picture; a subcategory without one shows its category's. Other listings show another category's: known before their
 * products are, and none of their cards has it.
 */
function usePicture({ category, kind }: ListingScope): StoredPicture | null {
  const { categories } = useRootData();
  if (category) return category.image ?? categories.find(({ slug }) => slug === category.parent?.slug)?.image ?? null;
  const pictures = categories.flatMap(({ image }) => image ?? []);
  return pictures[PICTURE_OF[kind] % pictures.length] ?? null;
}

function Breadcrumb({ scope, search }: { scope: ListingScope; search: string }) {
  const { origin } = useShop();
  const list = breadcrumbs(scope);
  const trail = search ? [...list, { name: "Search", path: "" }] : list;
  return (
    <>
      {trail.length > 2 && (
        <nav aria-label="Breadcrumb" className={`-mt-2 mb-1 text-small ${search ? "text-bark" : ""}`}>
          <ol className="flex flex-wrap items-center gap-x-2">
            {trail.map(({ name, path }, index) =>
              index < trail.length - 1 ? (
                <li key={path} className="flex items-center gap-2">
                  <Link
                    to={path}
                    className="inline-flex min-h-11 items-center hover:underline hover:underline-offset-4"
                  >
                    {name}
                  </Link>
                  <span aria-hidden="true">/</span>
                </li>
              ) : (
                <li key={path} aria-current="page">
                  {name}
                </li>
              ),
            )}
          </ol>
        </nav>
      )}
      <JsonLd
        data={{
          "@type": "BreadcrumbList",
          itemListElement: list.map(({ name, path }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name,
            item: origin + path,
          })),
        }}
      />
    </>
  );
}

/** The categories on the page of all products, the subcategories on a category's page and its subcategories' pages. */
function PartLinks({ scope }: { scope: ListingScope }) {
  const { categories } = useRootData();
  const { category } = scope;
  const top: CategoryLink | undefined = category && (category.parent ?? category);
  const parts: CategoryLink[] = top
    ? (categories.find(({ slug }) => slug === top.slug)?.subcategories ?? category?.subcategories ?? [])
    : scope.kind === "all"
      ? categories
      : [];
  if (parts.length === 0) return null;
  const links = [
    { label: top ? `All ${top.name}` : "All", path: top ? `/category/${top.slug}` : scope.path },
    ...parts.map(({ name, slug }) => ({ label: name, path: `/category/${slug}` })),
  ];
  return (
    <nav aria-label={top ? `${top.name} by type` : "Product categories"} className="container-page pt-2">
      <ul className="tab-row">
        {links.map(({ label, path }) => (
          <li key={path} className="shrink-0">
            <Link
              to={path}
              aria-current={path === scope.path ? "page" : undefined}
              className="flex min-h-12 items-center border-transparent border-b-2 text-bark hover:text-ink aria-[current=page]:border-leaf aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
