import { useEffect, useRef, useState } from "react";
import { Link, NavLink } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import { ChevronDownIcon } from "../shared/icons.tsx";
import { useRootData } from "../shared/shop-context.ts";

const ENTRY =
  "flex items-center gap-1 py-2 hover:text-leaf hover:underline hover:underline-offset-8 aria-[current=page]:text-leaf aria-[current=page]:underline aria-[current=page]:underline-offset-8";
/** The width of a drop-down list with its margin, in rem. */
const LIST_REM = 14;

/** The header's menu on a wide window: the shop's own links, then the categories with their subcategories. */
export function HeaderMenu() {
  const { categories } = useRootData();
  return (
    <nav aria-label="Categories" className="hidden md:block">
      <ul className="container-page flex flex-wrap items-center justify-center gap-x-3 pb-1 text-[0.8125rem] lg:gap-x-4 lg:text-[0.9375rem] xl:gap-x-6">
        {MENU_LINKS.map(({ to, label }, index) => (
          <li key={label}>
            {/* If two links have the same URL, the first is marked as current. */}
            {MENU_LINKS.findIndex((link) => link.to === to) === index ? (
              <NavLink to={to} end className={ENTRY}>
                {label}
              </NavLink>
            ) : (
              <Link to={to} className={ENTRY}>
                {label}
              </Link>
            )}
          </li>
        ))}
        {categories.map((category) => (
          <CategoryEntry key={category._id} category={category} />
        ))}
      </ul>
    </nav>
  );
}

/** A category; its subcategories drop down on hover or focus. A click and Escape close them until the next hover or focus (WCAG 1.4.13). */
function CategoryEntry({ category }: { category: Category }) {
  const [dismissed, setDismissed] = useState(false);
  const [alignRight, setAlignRight] = useState(false);
  const entry = useRef<HTMLLIElement>(null);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && entry.current?.matches(":hover, :focus-within")) setDismissed(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const begin = () => {
    setDismissed(false);
    const left = entry.current?.getBoundingClientRect().left ?? 0;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    setAlignRight(left + LIST_REM * rem > document.documentElement.clientWidth);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: handles clicks on its links, which the keyboard triggers too
    <li
      ref={entry}
      className="group relative"
      onPointerEnter={begin}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) begin();
      }}
      onClick={() => setDismissed(true)}
    >
      <NavLink to={`/category/${category.slug}`} className={ENTRY}>
        {category.name}
        {category.subcategories.length > 0 && (
          <ChevronDownIcon width="14" height="14" className="text-bark max-lg:hidden" />
        )}
      </NavLink>
      {category.subcategories.length > 0 && (
        <ul
          className={`absolute top-full z-50 hidden min-w-52 ${alignRight ? "-right-5" : "-left-5"} border border-sand bg-paper py-2 shadow-[0_12px_30px_-18px_rgb(34_28_21/0.45)] transition-opacity duration-150 starting:opacity-0 ${
            dismissed ? "" : "group-focus-within:block group-hover:block"
          }`}
        >
          {category.subcategories.map(({ slug, name }) => (
            <li key={slug}>
              <NavLink
                to={`/category/${slug}`}
                className="block px-5 py-2 hover:bg-linen hover:text-leaf aria-[current=page]:text-leaf aria-[current=page]:underline"
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The menu's links before the categories, with the deals. */
export const MENU_LINKS = [
  { to: "/products", label: "Shop All" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/products", label: "New Arrivals" },
  { to: "/crazy-deals", label: "Crazy Deals" },
] as const;
