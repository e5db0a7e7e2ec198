import { Component, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { type SearchNavigation, searchInUrl, searchStore } from "../shared/search.ts";

/** Scroll positions by history entry. In memory: nothing is stored for a visitor who only browses. */
const positions = new Map<string, number>();
/** Where the window is to be scrolled once the page is high enough; null if it stands where it is wanted. */
let wanted: number | null = null;

/**
 * Starts every new page at its top with the focus there; restores the scroll position on back and forward. The search box follows the URL,
 * so it is empty once the listing is left.
 */
export function NavigationMemory() {
  const { key, pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  const last = useRef(pathname);

  useEffect(() => {
    // The browser would scroll before the page is rendered; it may do so for a reload only.
    const setManual = () => {
      window.history.scrollRestoration = "manual";
    };
    const setAuto = () => {
      window.history.scrollRestoration = "auto";
    };
    setManual();
    window.addEventListener("pageshow", setManual);
    window.addEventListener("pagehide", setAuto);
    return () => {
      setAuto();
      window.removeEventListener("pageshow", setManual);
      window.removeEventListener("pagehide", setAuto);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useLayoutEffect(() => {
    const typed = (state as SearchNavigation | null)?.typed === true && type !== "POP";
    // On the first page the box may contain what was typed before hydration.
    if (!typed && !(first.current && searchStore.get() !== "")) searchStore.set(searchInUrl({ pathname, search }));
    if (first.current) {
      first.current = false;
      return;
    }
    const samePath = last.current === pathname;
    last.current = pathname;
    if (typed && samePath) return;
    if (type === "POP") return scrollBackTo(positions.get(key) ?? 0);
    if (hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
      return;
    }
    window.scrollTo({ top: 0, behavior: "instant" });
    // Typing into the search box or changing the sort order must not move the focus.
    if (!samePath && !(document.activeElement instanceof HTMLInputElement))
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [key]);

  return <LeavingPosition entry={key} />;
}

/**
 * Remembers where a history entry is left. Reads it when the next page is about to replace this one, which only a class learns of: a scroll
 * event comes a frame later, when the entry may have been left, and an effect after the next page has changed the document's height.
 */
class LeavingPosition extends Component<{ entry: string }> {
  override getSnapshotBeforeUpdate({ entry }: { entry: string }): null {
    if (entry !== this.props.entry) positions.set(entry, wanted ?? window.scrollY);
    return null;
  }

  // React requires it beside the other.
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}

const SHOPPER_ACTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls there; as soon as the page is high enough, if its content is still loading, unless the shopper does something meanwhile.
 * @returns how to give up
 */
function scrollBackTo(top: number): () => void {
  wanted = top;
  const scroll = () => {
    window.scrollTo({ top, behavior: "instant" });
    // Positions are rounded to the screen's pixels.
    if (window.scrollY > top - 1) stop();
  };
  const growing = new ResizeObserver(scroll);
  const stop = () => {
    wanted = null;
    growing.disconnect();
    for (const act of SHOPPER_ACTS) window.removeEventListener(act, stop);
  };
  growing.observe(document.body);
  for (const act of SHOPPER_ACTS) window.addEventListener(act, stop, { passive: true });
  scroll();
  return stop;
}
