import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { type SearchNavigation, searchInUrl, searchStore } from "./search/search.ts";

/** Where each visited screen was scrolled to, by the key of its history entry. In memory: a visitor who only looks stores nothing. */
const positions = new Map<string, number>();

/**
 * Every new screen starts at its top and takes the focus there; going back or forward returns to where one was. The search
 * box follows the address, so that it is empty once the listing is left.
 */
export function NavigationMemory() {
  const { key, pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  const last = useRef(pathname);

  useEffect(() => {
    // A shorter screen that comes in moves the window too, when the history has already gone on: that is not this screen's place.
    const remember = () => {
      if ((window.history.state?.key ?? "default") === key) positions.set(key, window.scrollY);
    };
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  useEffect(() => {
    // The browser would scroll before the screen is there: it does so for a reload only.
    const leaveToUs = () => {
      window.history.scrollRestoration = "manual";
    };
    const leaveToBrowser = () => {
      window.history.scrollRestoration = "auto";
    };
    leaveToUs();
    window.addEventListener("pageshow", leaveToUs);
    window.addEventListener("pagehide", leaveToBrowser);
    return () => {
      leaveToBrowser();
      window.removeEventListener("pageshow", leaveToUs);
      window.removeEventListener("pagehide", leaveToBrowser);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for one visit of a screen
  useLayoutEffect(() => {
    const typed = (state as SearchNavigation | null)?.typed === true && type !== "POP";
    // At the first screen the box may hold what was typed before hydration.
    if (!typed && !(first.current && searchStore.get() !== "")) searchStore.set(searchInUrl({ pathname, search }));
    if (first.current) {
      first.current = false;
      return;
    }
    const samePath = last.current === pathname;
    last.current = pathname;
    if (typed && samePath) return;
    if (type === "POP") {
      window.scrollTo({ top: positions.get(key) ?? 0, behavior: "instant" });
      return;
    }
    if (hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
      return;
    }
    window.scrollTo({ top: 0, behavior: "instant" });
    // Typing into the search box or changing the sort order must not move the focus.
    if (!samePath && !(document.activeElement instanceof HTMLInputElement))
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [key]);

  return null;
}
