import { Link } from "react-router";
import type { CategoryLink } from "../../contract/catalogue/schemas.ts";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { Picture } from "../shared/picture.tsx";
import { useRootData, useShop } from "../shared/shop-context.ts";
import { breadcrumbs, type ListingScope } from "./scope.ts";

interface ListingIntroProps {
  scope: ListingScope;
  search: string;
  /** Whether the search finds nothing. */
  isNothing: boolean;
}

/** The listing's title, introduction and links to subcategories, beside a picture; of a search, what was searched. */
export function ListingIntro({ scope, search, isNothing }: ListingIntroProps) {
  const image = usePicture(scope);
  return search ? (
    <header className="container-page pt-6 md:pt-8">
      <Breadcrumb scope={scope} search={search} />
      <h1 className="wrap-anywhere text-display">
        {isNothing ? "Nothing we make goes by" : "Results for"} <em>“{search}”</em>
      </h1>
      {isNothing ? (
        <p className="mt-3 text-bark md:text-lead">
          <span>No Product Found</span>. Try another word, such as a flower or a note.
        </p>
      ) : (
        <div className="md:h-8" />
      )}
    </header>
  ) : (
    <header className={image ? "sm:grid sm:grid-cols-2 lg:grid-cols-[2fr_1fr] lg:grid-rows-[1fr_auto]" : "flow-root"}>
      {image && (
        <div className="relative aspect-4/3 bg-linen sm:aspect-auto sm:col-start-2 sm:row-start-1 sm:min-h-80 lg:row-span-2 lg:min-h-96">
          <Picture
            key={image.path}
            picture={image}
            alt=""
            priority
            sizes="(min-width: 1024px) 34vw, (min-width: 640px) 50vw, 100vw"
            imageClassName="absolute inset-0 size-full object-cover object-[50%_62%] sm:object-[50%_75%]"
          />
        </div>
      )}
      <div className={`container-page pt-6 sm:self-end md:pt-8 ${image ? ON_THE_GRID : ""}`}>
        <Breadcrumb scope={scope} search={search} />
        <h1 className={`wrap-anywhere text-display ${scope.kind === "deals" ? "text-terracotta" : ""}`}>
          {scope.title}
        </h1>
        <p className="mt-3 max-w-[38rem] text-bark sm:mb-7 md:text-lead">{scope.sentence}</p>
      </div>
      <PartLinks scope={scope} className={image ? `sm:max-lg:col-span-2 ${ON_THE_GRID}` : ""} />
    </header>
  );
}

/** Beside a picture that reaches the window's edge: its left edge is the page's. */
const ON_THE_GRID = "lg:pl-[max(var(--spacing-gutter),calc(75%-640px))]";

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
        <nav aria-label="Breadcrumb" className="-mt-2 mb-1 text-small text-bark">
          <ol className="flex flex-wrap items-center gap-x-2">
            {trail.map(({ name, path }, index) =>
              index < trail.length - 1 ? (
                <li key={path} className="flex items-center gap-2">
                  <Link
                    to={path}
                    className="inline-flex min-h-11 items-center hover:text-leaf hover:underline hover:underline-offset-4"
                  >
                    {name}
                  </Link>
                  <span aria-hidden="true">/</span>
                </li>
              ) : (
                <li key={path} aria-current="page" className="text-ink">
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
function PartLinks({ scope, className }: { scope: ListingScope; className: string }) {
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
    <nav
      aria-label={top ? `${top.name} by type` : "Product categories"}
      className={`container-page max-sm:pt-4 ${className}`}
    >
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
