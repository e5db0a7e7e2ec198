import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { addedStore } from "../cart/added.ts";
import { cartStore } from "../cart/cart.ts";
import { Mark, Wordmark } from "../shared/brand.tsx";
import { BagIcon, MenuIcon } from "../shared/icons.tsx";
import { useRootData } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { WhatsAppLink } from "../shared/whatsapp-link.tsx";
import { WishlistLink } from "../wishlist/wishlist-link.tsx";
import { Announcement } from "./announcement.tsx";
import { HeaderMenu } from "./header-menu.tsx";
import { useMenu } from "./menu.ts";
import { MenuDrawer } from "./menu-drawer.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { ProfileLink } from "./profile-link.tsx";
import { SearchBox } from "./search/search-box.tsx";
import { SearchButton } from "./search/search-button.tsx";

/**
 * Its first line scrolls away, and comes back only for the keyboard: under a finger or a mouse a moving link would miss its click.
 *
 * At checkout the header is one line in a wide window, too: its menu is in the drawer, and the shop's WhatsApp in its place.
 */
export function Header() {
  const { shop } = useRootData();
  const menu = useMenu();
  // Until it is first opened, a page need not contain the menu a second time; afterwards it slides out when it is closed.
  const [drawer, setDrawer] = useState<"unopened" | "open" | "closed">("unopened");
  const closeDrawer = useCallback(() => setDrawer("closed"), []);
  const hidden = useHiddenOnScrollDown();
  const isCheckout = useLocation().pathname === "/checkout";

  return (
    <header
      className={`sticky ${shop.announcement === "" ? "top-0" : "-top-11 sm:-top-7 [[data-announcement=dismissed]_&]:top-0"} z-40 bg-paper transition-transform duration-200 ease-calm has-[#announcement_:focus-visible]:top-0 focus-within:translate-y-0 ${hidden ? "-translate-y-[calc(100%+1px)]" : ""}`}
    >
      {shop.announcement !== "" && <Announcement text={shop.announcement} link={shop.announcementLink} />}
      <div className="border-b border-sand">
        <div className="container-page flex flex-wrap items-center gap-1.5 py-1.5 sm:grid sm:grid-cols-[1fr_auto_1fr] md:gap-x-8">
          {!isCheckout && <SearchBox id="search-desktop" className="w-full max-w-72 max-md:hidden" suggests />}
          <button
            type="button"
            className={`-ml-2.5 icon-button justify-self-start noscript:hidden ${isCheckout ? "" : "md:hidden"}`}
            aria-label="Open menu"
            aria-haspopup="dialog"
            onClick={() => setDrawer("open")}
          >
            <MenuIcon />
          </button>
          <Link
            to="/"
            className="group flex min-h-11 items-center gap-1.5 text-leaf md:gap-2.5"
            aria-label={`${shop.name}, home`}
          >
            <Mark className="size-6 sm:size-7 transition-transform duration-250 ease-calm group-hover:rotate-12 max-[359px]:hidden md:size-8" />
            <Wordmark className="text-item sm:text-[1.375rem] md:text-[1.625rem]" />
          </Link>
          <nav aria-label="Your account" className="-mr-2.5 ml-auto flex flex-wrap items-center justify-end">
            {isCheckout && <WhatsAppLink className="mr-4 text-leaf max-md:hidden" />}
            <SearchButton className={isCheckout ? "" : "md:hidden"} />
            <WishlistLink />
            <ProfileLink />
            <CartLink />
          </nav>
        </div>
        {!isCheckout && <HeaderMenu />}
        <noscript>
          <nav
            aria-label="All categories"
            className="container-page flex flex-wrap gap-x-4 gap-y-1 pb-2 text-small md:hidden"
          >
            {menu.map(({ to, label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
              <a key={index} href={to} className="py-2 underline">
                {label}
              </a>
            ))}
          </nav>
        </noscript>
      </div>
      <OfflineStrip />
      {drawer !== "unopened" && <MenuDrawer open={drawer === "open"} onClose={closeDrawer} />}
    </header>
  );
}

function CartLink() {
  const { count } = useStore(cartStore);
  const hasAdded = useStore(addedStore) !== null;
  return (
    <Link
      to="/cart"
      className="relative icon-button rounded-full hover:bg-linen"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? "product" : "products"}` : "Cart"}
    >
      <BagIcon />
      {count > 0 && (
        <span key={count} className={`count-badge ${hasAdded ? "bump" : ""}`}>
          {count}
        </span>
      )}
    </Link>
  );
}

/** Hides the header when scrolling down, shows it when scrolling up. */
function useHiddenOnScrollDown(): boolean {
  const [hidden, setHidden] = useState(false);
  const last = useRef(0);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the header at each navigation
  useEffect(() => {
    setHidden(false);
    last.current = window.scrollY;
    const onScroll = () => {
      const y = window.scrollY;
      if (Math.abs(y - last.current) < 8) return;
      setHidden(y > last.current && y > 320);
      last.current = y;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [key]);

  return hidden;
}
