import { useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import { ArrowIcon } from "../shared/icons.tsx";
import { isDark, isWide, Picture } from "../shared/picture.tsx";
import { type MenuEntry, useMenu } from "./menu.ts";

const ENTRY = "menu-link flex min-h-10 items-center";

/** The header's menu on a wide window; a category drops its subcategories down. */
export function HeaderMenu() {
  const menu = useMenu();
  // A search's results are on the page of all products, but are not it.
  const { pathname, search } = useLocation();
  const isSearch = pathname === "/products" && new URLSearchParams(search).has("search");
  return (
    <nav aria-label="Categories" className="relative max-md:hidden">
      <ul className="container-page flex flex-wrap items-center justify-center gap-x-3 text-tiny lg:gap-x-5 lg:text-compact xl:gap-x-7">
        {menu.map(({ to, label, category }, index) =>
          category ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
            <CategoryEntry key={index} label={label} category={category} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
            <li key={index}>
              {/* If two links have the same URL, the first is marked as current. */}
              {!isSearch && menu.findIndex((entry) => entry.to === to) === index ? (
                <NavLink to={to} end className={ENTRY}>
                  {label}
                </NavLink>
              ) : (
                <Link to={to} className={ENTRY}>
                  {label}
                </Link>
              )}
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** A category; its panel drops down on hover or focus. A click and Escape close it until the next hover or focus (WCAG 1.4.13). */
function CategoryEntry({ label, category }: Pick<MenuEntry, "label"> & { category: Category }) {
  const [dismissed, setDismissed] = useState(false);
  const entry = useRef<HTMLLIElement>(null);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && entry.current?.matches(":hover, :focus-within")) setDismissed(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: handles clicks on its links, which the keyboard triggers too
    <li
      ref={entry}
      className="group"
      onPointerEnter={() => setDismissed(false)}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed(false);
      }}
      onClick={() => setDismissed(true)}
    >
      <NavLink to={`/category/${category.slug}`} className={ENTRY}>
        {label}
      </NavLink>
      {category.subcategories.length > 0 && (
        <div
          className={`absolute inset-x-0 top-full z-50 hidden border-sand border-t bg-paper transition-opacity duration-150 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-screen after:bg-scrim starting:opacity-0 ${
            dismissed ? "" : "group-focus-within:block group-hover:block"
          }`}
        >
          <CategoryPanel category={category} />
        </div>
      )}
    </li>
  );
}

/** Shows the subcategories beside a link to all of the category: its name and sentence on its picture's empty left. */
function CategoryPanel({ category }: { category: Category }) {
  const { name, slug, description, image, subcategories } = category;
  return (
    <div className="container-page grid grid-cols-[minmax(0,auto)_minmax(24rem,1fr)] gap-x-12 py-8 lg:gap-x-20">
      <ul className="grid content-center gap-2">
        {subcategories.map(({ slug, name }) => (
          <li key={slug}>
            <NavLink
              to={`/category/${slug}`}
              className="menu-link inline-block py-1.5 font-display text-quote leading-tight decoration-1"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
      <Link
        to={`/category/${slug}`}
        className={`group/all relative flex min-h-58 items-center overflow-hidden rounded-picture p-8 lg:p-12 ${image && isDark(image.color) ? "text-white" : ""}`}
        style={{ backgroundColor: image?.color }}
      >
        {image && (
          <Picture
            picture={image}
            alt=""
            sizes="max(72vw, 47rem)"
            imageClassName={`absolute inset-y-0 right-0 h-full object-cover ${isWide(image) ? "w-full" : "w-1/2"}`}
          />
        )}
        <span className="relative max-w-[46%]">
          <strong className="block font-display font-normal text-heading">
            <span className="underline-offset-8 decoration-1 group-hover/all:underline">All {name}</span>{" "}
            <ArrowIcon className="inline align-middle transition-[translate] duration-200 ease-calm group-hover/all:translate-x-1" />
          </strong>
          <span className="mt-3 block max-w-[26em] text-balance">{description}</span>
        </span>
      </Link>
    </div>
  );
}
