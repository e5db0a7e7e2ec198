import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import { sessionStore } from "../session/session.ts";
import { Mark, Wordmark } from "../shared/brand.tsx";
import { ChevronDownIcon, CloseIcon, HeartIcon, PersonIcon, TruckIcon } from "../shared/icons.tsx";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { useScrollLock } from "../shared/use-scroll-lock.ts";
import { WhatsAppLink } from "../shared/whatsapp-link.tsx";
import { useWishlistLink } from "../wishlist/wishlist-link.tsx";
import { type MenuEntry, useMenu } from "./menu.ts";
import { SearchBox } from "./search/search-box.tsx";

const ENTRY = "flex min-h-11 items-center py-1.5 font-display text-[1.375rem] leading-tight";

/** The menu of a phone and of the checkout, with the header's entries and search. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shop = useShop();
  const groups = groupsOf(useMenu());
  const { key, pathname } = useLocation();
  useScrollLock(open);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // Typing navigates to /products while the drawer stays open; any link of the menu closes it.
  const cameFrom = useRef(key);
  useEffect(() => {
    const typing = document.activeElement instanceof HTMLInputElement;
    if (cameFrom.current !== key && !typing) onClose();
    cameFrom.current = key;
  }, [key, onClose]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; keyboard users have Escape and the button
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[min(22rem,88vw)] overscroll-contain -translate-x-full bg-paper text-ink transition-[translate,overlay,display] transition-discrete duration-200 ease-calm backdrop:bg-scrim open:translate-x-0 starting:open:-translate-x-full"
    >
      <div className="flex min-h-full flex-col px-5 pt-3 pb-8">
        <div className="flex items-center justify-between">
          <Link to="/" className="flex min-h-11 items-center gap-2 text-leaf" aria-label={`${shop.name}, home`}>
            <Mark className="size-7" />
            <Wordmark />
          </Link>
          <button type="button" className="-mr-2.5 icon-button" aria-label="Close menu" onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <SearchBox id="search-drawer" className="mt-3" onSubmit={onClose} />
        {pathname === "/products" && (
          <button type="button" className="mt-2 self-start py-2 text-small text-leaf text-link" onClick={onClose}>
            Show results
          </button>
        )}
        <AccountLinks onNavigate={onClose} />
        <nav aria-label="Menu" className="mt-4 divide-y divide-sand border-y border-sand">
          {groups.map((entries, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
            <ul key={at} className="py-2">
              {entries.map(({ to, label, category }, index) =>
                category ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
                  <FoldedCategory key={index} label={label} category={category} onNavigate={onClose} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
                  <li key={index}>
                    <Link to={to} className={ENTRY} onClick={onClose}>
                      {label}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          ))}
        </nav>
        <WhatsAppLink className="mt-auto self-start pt-4 text-leaf" />
      </div>
    </dialog>
  );
}

/** Links and categories look different: a line separates those that follow each other. */
function groupsOf(menu: readonly MenuEntry[]): MenuEntry[][] {
  const groups: MenuEntry[][] = [];
  for (const entry of menu) {
    const last = groups.at(-1);
    if (last && (last[0]?.category === null) === (entry.category === null)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** The customer's pages, always visible below the menu. */
function AccountLinks({ onNavigate }: { onNavigate: () => void }) {
  const wishlist = useWishlistLink();
  const { session } = useStore(sessionStore);
  const links = [
    { to: "/profile", label: session ? "Profile" : "Login", Icon: PersonIcon },
    { to: wishlist.to, label: "Wishlist", Icon: HeartIcon, count: wishlist.size },
    { to: "/tracking", label: "Track order", Icon: TruckIcon },
  ];
  return (
    <ul className="mt-4 grid grid-cols-3 divide-x divide-sand rounded-picture bg-linen py-2">
      {links.map(({ to, label, Icon, count = 0 }) => (
        <li key={label}>
          <Link
            to={to}
            onClick={onNavigate}
            className="flex h-full min-h-14 flex-col items-center justify-center gap-1 px-2 text-center text-tiny leading-tight hover:text-leaf"
          >
            <Icon width="20" height="20" className={count > 0 ? "fill-terracotta text-terracotta" : "text-leaf"} />
            {count > 0 ? `${label} (${count})` : label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface FoldedCategoryProps {
  label: string;
  category: Category;
  onNavigate: () => void;
}

/** A category; its subcategories expand below it. */
function FoldedCategory({ label, category, onNavigate }: FoldedCategoryProps) {
  const [open, setOpen] = useState(false);
  const { name, slug, image, subcategories } = category;
  const id = `menu-${slug}`;
  return (
    <li>
      <div className="flex items-center">
        <Link to={`/category/${slug}`} className={`${ENTRY} flex-1 gap-4`} onClick={onNavigate}>
          {image && (
            <Picture
              picture={image}
              alt=""
              sizes="64px"
              className="shrink-0"
              imageClassName="size-14 sm:size-16 rounded-picture object-cover"
            />
          )}
          {label}
        </Link>
        {subcategories.length > 0 && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${name} by type`}
            className="-mr-3 icon-button text-bark"
            onClick={() => setOpen(!open)}
          >
            <ChevronDownIcon
              width="18"
              height="18"
              className={`transition-transform duration-200 ease-calm ${open ? "rotate-180" : ""}`}
            />
          </button>
        )}
      </div>
      <ul id={id} hidden={!open} className="pb-1 pl-18 sm:pl-20">
        {subcategories.map((sub) => (
          <li key={sub.slug}>
            <Link to={`/category/${sub.slug}`} className="flex min-h-11 items-center text-bark" onClick={onNavigate}>
              {sub.name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
