import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { CloseIcon } from "./icons.tsx";
import { MENU_LINKS } from "./menu-links.ts";
import { SearchBox } from "./search-box.tsx";
import { useRootData } from "./shop-context.ts";
import { WISHLIST_ADDRESS } from "./wishlist-link.tsx";

/** The phone's menu: the same entries and search as in the header (S2.44, S2.45). */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { shop, categories } = useRootData();
  const { key, pathname } = useLocation();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // Typing goes to /products while the drawer stays open; any link of the menu closes it.
  const cameFrom = useRef(key);
  useEffect(() => {
    const typing = document.activeElement instanceof HTMLInputElement;
    if (cameFrom.current !== key && !typing) onClose();
    cameFrom.current = key;
  }, [key, onClose]);

  const entry = "flex min-h-11 items-center py-1.5 text-[1.0625rem]";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; the keyboard has Escape and the button
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[min(22rem,88vw)] -translate-x-full bg-paper text-ink transition-[translate,overlay,display] transition-discrete duration-200 ease-calm backdrop:bg-ink/40 open:translate-x-0 starting:open:-translate-x-full"
    >
      <div className="flex min-h-full flex-col px-5 pt-3 pb-8">
        <div className="flex items-center justify-between">
          <Link to="/" className="font-display text-[1.75rem] text-leaf" aria-label={`${shop.name}, home`}>
            {shop.name}
          </Link>
          <button
            type="button"
            className="-mr-2.5 grid size-11 place-items-center"
            aria-label="Close menu"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        <SearchBox id="search-drawer" className="mt-3" onSubmit={onClose} />
        {pathname === "/products" && (
          <button type="button" className="mt-2 self-start py-2 text-small text-leaf text-link" onClick={onClose}>
            Show results
          </button>
        )}
        <nav aria-label="Menu" className="mt-4 divide-y divide-sand border-y border-sand">
          <ul className="py-2">
            {MENU_LINKS.map(({ to, label }) => (
              <li key={label}>
                <Link to={to} className={entry} onClick={onClose}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {categories.map((category) => (
            <div key={category._id} className="py-2">
              <Link to={`/category/${category.slug}`} className={`${entry} font-display`} onClick={onClose}>
                {category.name}
              </Link>
              <ul className="pl-4">
                {category.subcategories.map(({ slug, name }) => (
                  <li key={slug}>
                    <Link to={`/category/${slug}`} className="flex min-h-11 items-center text-bark" onClick={onClose}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <ul className="mt-4">
          <li>
            <Link to="/profile" className={entry} onClick={onClose}>
              Profile
            </Link>
          </li>
          <li>
            <Link to={WISHLIST_ADDRESS} className={entry} onClick={onClose}>
              Wishlist
            </Link>
          </li>
          <li>
            <Link to="/tracking" className={entry} onClick={onClose}>
              Track an order
            </Link>
          </li>
        </ul>
      </div>
    </dialog>
  );
}
