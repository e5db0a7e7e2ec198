import { useEffect, useRef, useState } from "react";
import { Link, NavLink } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { type MenuEntry, useMenu } from "./menu.ts";

const ENTRY =
  "flex min-h-10 items-center hover:text-leaf hover:underline hover:underline-offset-8 aria-[current=page]:text-leaf aria-[current=page]:underline aria-[current=page]:underline-offset-8";

/**
 * The header's menu on a wide window; a category drops its subcategories down.
 * @param inLine within the header's first line, if it fits there; its panels are as wide as the header
 */
export function HeaderMenu({ inLine = false }: { inLine?: boolean }) {
  const menu = useMenu();
  return (
    <nav
      aria-label="Categories"
      className={`max-md:hidden ${inLine ? "max-xl:order-last max-xl:col-span-full" : "relative"}`}
    >
      <ul
        className={`flex flex-wrap items-center justify-center gap-x-3 text-[0.8125rem] ${inLine ? "lg:gap-x-4 lg:text-small" : "container-page lg:gap-x-5 lg:text-[0.9375rem] xl:gap-x-7"}`}
      >
        {menu.map(({ to, label, category }, index) =>
          category ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
            <CategoryEntry key={index} label={label} category={category} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
            <li key={index}>
              {/* If two links have the same URL, the first is marked as current. */}
              {menu.findIndex((entry) => entry.to === to) === index ? (
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
          className={`absolute inset-x-0 top-full z-50 hidden border-sand border-t bg-paper transition-opacity duration-150 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-screen after:bg-scrim after:backdrop-blur-[3px] starting:opacity-0 ${
            dismissed ? "" : "group-focus-within:block group-hover:block"
          }`}
        >
          <CategoryPanel category={category} />
        </div>
      )}
    </li>
  );
}

/** Shows the subcategories beside the category's sentence and picture. */
function CategoryPanel({ category }: { category: Category }) {
  const { name, description, image, subcategories } = category;
  return (
    <div className="container-page grid grid-cols-[auto_1fr_auto] gap-x-12 py-8 lg:gap-x-20">
      <ul className="-mt-1.5 grid content-start gap-0.5">
        {subcategories.map(({ slug, name }) => (
          <li key={slug}>
            <NavLink
              to={`/category/${slug}`}
              className="inline-block py-1.5 font-display text-[1.375rem] leading-tight hover:text-leaf hover:underline hover:decoration-1 hover:underline-offset-8 aria-[current=page]:text-leaf aria-[current=page]:underline aria-[current=page]:decoration-1 aria-[current=page]:underline-offset-8"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="border-sand border-l pl-12 lg:pl-20">
        <p className="max-w-[22em] font-display text-title leading-snug text-balance">{description}</p>
        <Link to={`/category/${category.slug}`} className="mt-3 inline-flex min-h-11 items-center text-leaf text-link">
          All {name}
        </Link>
      </div>
      {image && (
        <Picture
          picture={image}
          alt=""
          sizes="312px"
          imageClassName="aspect-4/3 w-68 rounded-picture object-cover object-[50%_65%] lg:w-78"
        />
      )}
    </div>
  );
}
