import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { searchStore } from "../state/search.ts";

/** Where each visited screen was scrolled to, by the key of its history entry. In memory: a visitor who only looks stores nothing. */
const positions = new Map<string, number>();

/**
 * Every new screen starts at its top and takes the focus there; going back or forward returns to where one was (S2.27). A search is
 * forgotten when its listing is left (S4.44).
 */
export function NavigationMemory() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  const lastPath = useRef(pathname);

  useEffect(() => {
    // A shorter screen that comes in moves the window too, when the history has already gone on: that is not this screen's place.
    const remember = () => {
      if ((window.history.state?.key ?? "default") === key) positions.set(key, window.scrollY);
    };
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for one visit of a screen
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const samePath = lastPath.current === pathname;
    lastPath.current = pathname;
    if (pathname !== "/products") searchStore.set("");
    if (type === "POP") {
      window.scrollTo({ top: positions.get(key) ?? 0, behavior: "instant" });
      return;
    }
    if (hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
      return;
    }
    window.scrollTo({ top: 0, behavior: "instant" });
    // Whoever types into the search box or changes the sort order must not lose the focus.
    if (!samePath && !(document.activeElement instanceof HTMLInputElement)) document.getElementById("main")?.focus({ preventScroll: true });
  }, [key]);

  return null;
}
