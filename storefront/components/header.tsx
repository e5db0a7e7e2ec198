import { useCallback, useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { Category } from "../../contract/catalogue.ts";
import { cartStore } from "../state/cart.ts";
import { useStore } from "../state/store.ts";
import { BagIcon, ChevronDownIcon, MenuIcon, SearchIcon } from "./icons.tsx";
import { MenuDrawer } from "./menu-drawer.tsx";
import { MENU_LINKS } from "./menu-links.ts";
import { OfflineStrip } from "./offline-strip.tsx";
import { ProfileLink } from "./profile-link.tsx";
import { SearchBox } from "./search-box.tsx";
import { SearchSheet } from "./search-sheet.tsx";
import { useRootData } from "./shop-context.ts";
import { WishlistLink } from "./wishlist-link.tsx";

export function Header() {
  const { shop, categories } = useRootData();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const [searching, setSearching] = useState(false);
  const away = useAwayOnScrollDown();

  return (
    <header
      className={`sticky top-0 z-40 bg-paper/95 backdrop-blur transition-transform duration-200 ease-calm focus-within:translate-y-0 ${away ? "-translate-y-[calc(100%+1px)]" : ""}`}
    >
      <Announcement text={shop.announcement} />
      <div className="border-b border-sand">
        <div className="container-page flex items-center gap-3 py-2.5 md:gap-8 md:py-3.5">
          <button
            type="button"
            className="-ml-2.5 grid size-11 place-items-center md:hidden noscript:hidden"
            aria-label="Open menu"
            aria-haspopup="dialog"
            onClick={() => setDrawerOpen(true)}
          >
            <MenuIcon />
          </button>
          <Link
            to="/"
            className="font-display text-[1.75rem] leading-none tracking-tight text-leaf md:text-[2.125rem]"
            aria-label={`${shop.name}, home`}
          >
            {shop.name}
          </Link>
          <SearchBox id="search-desktop" className="mx-auto hidden w-full max-w-md md:block" />
          <nav aria-label="Your account" className="ml-auto flex items-center md:ml-0">
            <button
              type="button"
              className="grid size-11 place-items-center rounded-full hover:bg-linen md:hidden noscript:hidden"
              aria-label="Search"
              aria-haspopup="dialog"
              onClick={() => setSearching(true)}
            >
              <SearchIcon />
            </button>
            <WishlistLink />
            <ProfileLink />
            <CartLink />
          </nav>
        </div>
        <nav aria-label="Categories" className="hidden md:block">
          <ul className="container-page flex flex-wrap items-center justify-center gap-x-3.5 pb-1 text-[0.8125rem] lg:gap-x-5 lg:text-[0.9375rem] xl:gap-x-7">
            {MENU_LINKS.map(({ to, label }) => (
              <li key={label}>
                <Link to={to} className="block py-2 hover:text-leaf hover:underline hover:underline-offset-8">
                  {label}
                </Link>
              </li>
            ))}
            {categories.map((category, index) => (
              <CategoryEntry key={category._id} category={category} last={index >= categories.length - 2} />
            ))}
          </ul>
        </nav>
        <noscript>
          <nav
            aria-label="All categories"
            className="container-page flex flex-wrap gap-x-4 gap-y-1 pb-2 text-small md:hidden"
          >
            {[
              ...MENU_LINKS.map(({ to, label }) => ({ to: to as string, label })),
              ...categories.map(({ slug, name }) => ({ to: `/category/${slug}`, label: name })),
            ].map(({ to, label }) => (
              <a key={label} href={to} className="py-2 underline">
                {label}
              </a>
            ))}
          </nav>
        </noscript>
      </div>
      <OfflineStrip />
      <MenuDrawer open={drawerOpen} onClose={closeDrawer} />
      {searching && <SearchSheet onClose={() => setSearching(false)} />}
    </header>
  );
}

function CartLink() {
  const { count } = useStore(cartStore);
  return (
    <Link
      to="/cart"
      className="relative -mr-2.5 grid size-11 place-items-center rounded-full hover:bg-linen"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? "product" : "products"}` : "Cart"}
    >
      <BagIcon />
      {count > 0 && (
        <span className="absolute top-1 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-terracotta px-1 text-xs font-semibold text-white tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}

/** The thin line on top. Its parts are separated by a dot; a phone has room for the first. */
function Announcement({ text }: { text: string }) {
  const [first, ...rest] = text.split(" · ");
  return (
    <p className="bg-leaf px-4 py-1.5 text-center text-[0.8125rem] text-white">
      {first}
      {rest.length > 0 && <span className="max-sm:sr-only"> · {rest.join(" · ")}</span>}
    </p>
  );
}

/** A category of the menu; its subcategories drop down on hover and focus, and Escape puts them away. */
function CategoryEntry({ category, last }: { category: Category; last: boolean }) {
  const [dismissed, setDismissed] = useState(false);
  return (
    <li
      className="group relative"
      onMouseLeave={() => setDismissed(false)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setDismissed(true);
      }}
    >
      <NavLink
        to={`/category/${category.slug}`}
        className="flex items-center gap-1 py-2 hover:text-leaf aria-[current=page]:text-leaf aria-[current=page]:underline aria-[current=page]:underline-offset-8"
      >
        {category.name}
        {category.subcategories.length > 0 && (
          <ChevronDownIcon width="14" height="14" className="text-bark max-lg:hidden" />
        )}
      </NavLink>
      {category.subcategories.length > 0 && (
        <ul
          className={`absolute top-full z-50 min-w-52 ${last ? "-right-5" : "-left-5"} border border-sand bg-paper py-2 shadow-[0_12px_30px_-18px_rgb(34_28_21/0.45)] transition-[opacity,visibility] duration-150 ${
            dismissed
              ? "invisible opacity-0"
              : "invisible opacity-0 group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100"
          }`}
        >
          {category.subcategories.map(({ slug, name }) => (
            <li key={slug}>
              <Link to={`/category/${slug}`} className="block px-5 py-2 hover:bg-linen hover:text-leaf">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The header goes away while one reads downwards and comes back with the first move up. */
function useAwayOnScrollDown(): boolean {
  const [away, setAway] = useState(false);
  const last = useRef(0);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen begins with its header
  useEffect(() => {
    setAway(false);
    last.current = window.scrollY;
    const onScroll = () => {
      const y = window.scrollY;
      if (Math.abs(y - last.current) < 8) return;
      setAway(y > last.current && y > 320);
      last.current = y;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [key]);

  return away;
}
