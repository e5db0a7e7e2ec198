import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { CategoryLink, ProductList, ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import plant from "../shared/drawings/withered-plant.svg?no-inline";
import { DrawnBand } from "../shared/drawn-band.tsx";
import { JsonLd } from "../shared/json-ld.tsx";
import { LeafShadow } from "../shared/leaf-shadow.tsx";
import { discountPercent } from "../shared/money.ts";
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
  /** The products loaded so far. */
  products: readonly ProductSummary[];
}

/** The listing's title and introduction before its picture, and links to subcategories; of a search, what was searched. */
export function ListingIntro({ scope, choices, found, isNothing, products }: ListingIntroProps) {
  const { search } = choices;
  const picture = usePicture(scope);
  const image = scope.title.length > MAX_TITLE_ON_PICTURE ? null : picture;
  const isDeals = scope.kind === "deals";
  const hasHead = isDeals || image !== null;
  const dark = isDeals || (image !== null && isDark(image.color));
  if (isNothing) {
    return (
      <header>
        <DrawnBand drawing={plant}>
          <Breadcrumb scope={scope} search={search} />
          <h1 className="wrap-anywhere text-display">
            Nothing we make goes by <em>“{search}”</em>
          </h1>
          <p className="mt-3 text-bark md:text-lead">
            <span>No Product Found</span>. Try another word, such as a flower or a note.
          </p>
          <SearchForm path={scope.path} choices={choices} className="md:hidden" />
        </DrawnBand>
      </header>
    );
  }
  return search ? (
    <header className="container-page pt-6 md:pt-8">
      <Breadcrumb scope={scope} search={search} />
      <h1 className="wrap-anywhere text-display">
        Results for <em>“{search}”</em>
      </h1>
      <SearchForm path={scope.path} choices={choices} className="md:hidden" />
      <div className="mt-4 min-h-11 md:mt-5 md:mb-6">
        {found && <SearchNotes path={scope.path} choices={choices} found={found} />}
      </div>
    </header>
  ) : (
    <header>
      <div
        className={hasHead ? `listing-head ${isDeals || (image && isWide(image)) ? "is-wide" : ""}` : "pb-6"}
        style={{ "--ground": image?.color } as CSSProperties}
      >
        {isDeals ? (
          <LargestSaving products={products} />
        ) : (
          image && <Picture key={image.path} picture={image} alt="" priority sizes={HEAD_SIZES} className="contents" />
        )}
        <div
          className={`relative container-page row-start-1 self-center pt-6 sm:pt-8 ${hasHead ? "max-sm:pb-6" : ""} ${dark ? "text-white" : ""}`}
        >
          <Breadcrumb scope={scope} search={search} />
          <h1 className={`wrap-anywhere text-display ${hasHead ? "max-w-[54%] sm:max-w-[min(34rem,46%)]" : ""}`}>
            {scope.title}
          </h1>
        </div>
        <div className="relative container-page row-start-2 pt-3">
          <p
            className={`text-balance text-bark md:text-lead ${hasHead ? `sm:max-w-[min(34rem,46%)] ${dark ? "sm:text-white" : "sm:text-ink"}` : "max-w-[38rem]"}`}
          >
            {scope.sentence}
          </p>
        </div>
      </div>
      <PartLinks scope={scope} />
    </header>
  );
}

/** Titles longer than this, in characters, would cover what the photograph shows. */
const MAX_TITLE_ON_PICTURE = 40;

/** Of a photograph three times as wide as high, which covers the head. */
const HEAD_SIZES = "(min-width: 1024px) max(100vw, 71rem), (min-width: 640px) max(100vw, 63rem), max(100vw, 34rem)";

/** Which category's picture a listing of all categories shows: one that the first category's page does not. */
const PICTURE_OF: Readonly<Record<"all" | "bestsellers", number>> = { all: 1, bestsellers: 2 };

/**
 * The category's picture; a subcategory without one shows its category's. Other listings show another category's: known before their
 * products are, and none of their cards has it. The deals have none.
 */
function usePicture({ category, kind }: ListingScope): StoredPicture | null {
  const { categories } = useRootData();
  if (kind === "deals") return null;
  if (category) return category.image ?? categories.find(({ slug }) => slug === category.parent?.slug)?.image ?? null;
  const pictures = categories.flatMap(({ image }) => image ?? []);
  return kind === "category" ? null : (pictures[PICTURE_OF[kind] % pictures.length] ?? null);
}

/** In the deals' photograph's place: the largest discount of the products loaded so far. */
function LargestSaving({ products }: { products: readonly ProductSummary[] }) {
  const percent = Math.max(0, ...products.map(({ price, originalPrice }) => discountPercent(price, originalPrice)));
  return (
    <div className="absolute inset-0 row-[1/2] overflow-hidden bg-terracotta text-white sm:row-auto">
      <LeafShadow />
      {percent > 0 && (
        <p className="container-page relative flex h-full items-center justify-end font-display leading-none sm:text-quote">
          <span>
            Up to <strong className="block font-normal text-[clamp(4rem,17vw,14rem)] leading-[0.9]">{percent}%</strong>{" "}
            off
          </span>
        </p>
      )}
    </div>
  );
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
                  <Link to={path} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                    {name}
                  </Link>
                  <span aria-hidden="true">/</span>
                </li>
              ) : (
                <li key={path} aria-current="page" className="wrap-anywhere">
                  {name}
                </li>
              ),
            )}
          </ol>
        </nav>
      )}
      <JsonLd
        key={scope.path}
        data={
          import.meta.env.SSR && {
            "@type": "BreadcrumbList",
            itemListElement: list.map(({ name, path }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name,
              item: origin + path,
            })),
          }
        }
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
              className="flex min-h-12 min-w-6 items-center justify-center border-transparent border-b-2 text-bark hover:text-ink aria-[current=page]:border-leaf aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
