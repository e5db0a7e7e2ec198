import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { type FocusPlace, focusPlace, focusRegion, placeOf } from "../shared/focus-place.ts";

/** Focuses the heading of another page; the page that the browser has loaded is read by itself. */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const isLoaded = useNavigationType() === "POP";
  const shown = useRef(isLoaded ? pathname : null);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.querySelector("main");
    const active = document.activeElement;
    // A link that both pages have, such as a tab, and a field that the page has focused keep it.
    if (!main || (active !== main && main.contains(active)) || document.querySelector("dialog[open]")) return;
    const heading = main.querySelector<HTMLElement>("h1");
    if (heading) focusRegion(heading);
  }, [pathname]);
}

/** Moves the focus to the page's heading, or else to its content, whose links and fields are the next. */
export function focusPage(): void {
  const main = document.getElementById("main");
  if (!main) return;
  main.scrollIntoView({ behavior: "instant" });
  focusRegion(main.querySelector<HTMLElement>("h1") ?? main);
}

/**
 * Keeps the focus on the page: another page begins at its heading, and what is removed while it has the focus hands it to what comes in
 * its place. Otherwise the next Tab would begin at the top of the page.
 */
export function FocusKeeper() {
  usePageFocus();
  useEffect(() => {
    let last: FocusPlace | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      // A dialog returns the focus to the page, where its opener may be gone.
      if (target instanceof Element && !target.closest("dialog")) last = placeOf(target);
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      // Left by a press beside it, and not removed.
      window.setTimeout(() => {
        if (document.activeElement === document.body && target instanceof Element && target.isConnected) last = null;
      });
    };
    const handOn = () => {
      if (document.activeElement !== document.body || !last || last.element.isConnected) return;
      if (document.querySelector("dialog[open]")) return;
      const place = last;
      last = null;
      focusPlace(place);
    };
    // At once, so that no screen reader notices a page without a focus.
    const observer = new MutationObserver(handOn);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, []);
  return null;
}
