import { Link } from "react-router";
import type { CategoryLink } from "../../contract/catalogue/schemas.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { Picture } from "../shared/picture.tsx";
import { useRootData, useShop } from "../shared/shop-context.ts";
import { breadcrumbs, type ListingScope } from "./scope.ts";

/** The listing's title, introduction and links to subcategories. */
export function ListingIntro({ scope, search }: { scope: ListingScope; search: string }) {
  const image = scope.category?.image;
  const deals = scope.kind === "deals";
  return (
    <header className={deals ? "bg-linen" : ""}>
      <div className="container-page flex items-stretch justify-between gap-8">
        <div className="min-w-0 flex-1 pt-6 pb-1 md:pt-10 md:pb-8">
          <Breadcrumb scope={scope} />
          {deals && <p className="eyebrow mb-2 text-terracotta">While they last</p>}
          <h1 className={deals ? "text-display text-terracotta" : "text-[clamp(2rem,1.6rem+1.9vw,3.25rem)]"}>
            {scope.title}
          </h1>
          <p className="mt-2.5 max-w-[38rem] text-bark md:mt-3 md:text-lead">
            {search === "" ? scope.sentence : `Results for “${search}”`}
          </p>
          {deals && (
            <p className="mt-3 max-w-[38rem] text-small text-bark">
              Every price is shown beside its MRP. We never raise a price just to cut it.
            </p>
          )}
          <PartLinks scope={scope} />
        </div>
        {deals && <PriceTag />}
        {image && (
          <Picture
            picture={image}
            alt=""
            sizes="(min-width: 769px) 300px, 1px"
            widths={[320, 480, 640, 828]}
            className="relative hidden w-72 shrink-0 self-stretch md:block"
            imageClassName="absolute inset-0 size-full rounded-b-picture object-cover"
          />
        )}
      </div>
    </header>
  );
}

function Breadcrumb({ scope }: { scope: ListingScope }) {
  const { origin } = useShop();
  const trail = breadcrumbs(scope);
  const parent = scope.category?.parent;
  return (
    <>
      {parent && (
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
          itemListElement: trail.map(({ name, path }, index) => ({
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
    <nav
      aria-label={top ? `${top.name} by type` : "Product categories"}
      className="relative -mx-4 mt-4 md:mx-0 md:mt-6"
    >
      <ul className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:flex-wrap md:px-0">
        {links.map(({ label, path }) => (
          <li key={path} className="shrink-0">
            <Link
              to={path}
              aria-current={path === scope.path ? "page" : undefined}
              className="flex min-h-11 items-center rounded-full border border-ink/25 px-4.5 text-[0.9375rem] transition-colors duration-150 hover:border-ink aria-[current=page]:border-leaf aria-[current=page]:bg-leaf aria-[current=page]:text-white"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A decorative price tag. */
function PriceTag() {
  return (
    <svg
      viewBox="0 0 220 180"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mr-4 hidden w-56 shrink-0 self-center text-terracotta md:block"
      aria-hidden="true"
    >
      <path d="M28 92 92 34h92a10 10 0 0 1 10 10v96a10 10 0 0 1-10 10H92L28 92Z" />
      <path d="M36 92 95 42h89a2 2 0 0 1 2 2v96a2 2 0 0 1-2 2H95L36 92Z" opacity=".45" />
      <circle cx="66" cy="92" r="7" />
      <path d="M59 92C38 96 16 84 8 60" />
      <path d="m110 122 46-60" />
      <circle cx="114" cy="74" r="12" />
      <circle cx="152" cy="110" r="12" />
    </svg>
  );
}
