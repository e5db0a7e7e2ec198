import { Component, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { announceArrival } from "../shared/announcer.tsx";
import { focusPage, focusPart, type PartNavigation } from "../shared/focus.ts";
import { type SearchNavigation, searchInUrl, searchStore } from "../shared/search.ts";

/** Where a history entry was left. */
interface Place {
  /** The scroll position. */
  top: number;
  /** The link that was followed; undefined if it was none. */
  link: FollowedLink | undefined;
}

interface FollowedLink {
  href: string;
  /** Its position among the page's links with this URL. */
  at: number;
}

/** By history entry. In memory: nothing is stored for a visitor who only browses. */
const places = new Map<string, Place>();
/** Where the window is to be scrolled once the page is high enough; null if it stands where it is wanted. */
let wanted: number | null = null;

/**
 * Starts every new page at its top with the focus on its heading; on back and forward restores the scroll position, and the focus to the
 * link that was followed from there. A page is new if its path or title is. The search box follows the URL, so it is empty once the listing
 * is left.
 */
export function NavigationMemory() {
  const { key, pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);
  const last = useRef("");

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
    const isBack = type === "POP";
    const { typed, submitted, staysOnPage, keepsFocus } = (isBack ? {} : (state ?? {})) as SearchNavigation &
      PartNavigation;
    // On the first page the box may contain what was typed before hydration.
    if (!typed && !(first.current && searchStore.get() !== "")) searchStore.set(searchInUrl({ pathname, search }));
    const page = `${pathname} ${document.title}`;
    const isNew = last.current !== page;
    const isSamePath = last.current.startsWith(`${pathname} `);
    last.current = page;
    if (first.current) {
      first.current = false;
      return;
    }
    if (staysOnPage || (typed && isSamePath)) return;
    // Typing must not move the focus.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    const movesFocus = submitted || (isNew && !keepsFocus && !isTyping);
    if (isBack) return returnTo(places.get(key) ?? { top: 0, link: undefined }, movesFocus);
    const target = hash && document.getElementById(hash.slice(1));
    if (target) target.scrollIntoView({ behavior: "instant" });
    else window.scrollTo({ top: 0, behavior: "instant" });
    if (movesFocus && target) focusPart(target);
    else if (movesFocus) focusPage();
    if (isNew) announceArrival();
  }, [key]);

  return <LeavingPlace entry={key} />;
}

/**
 * Remembers where a history entry is left. Reads it when the next page is about to replace this one, which only a class learns of: a scroll
 * event comes a frame later, when the entry may have been left, and an effect after the next page has changed the document's height.
 */
class LeavingPlace extends Component<{ entry: string }> {
  override getSnapshotBeforeUpdate({ entry }: { entry: string }): null {
    if (entry !== this.props.entry) places.set(entry, { top: wanted ?? window.scrollY, link: followedLink() });
    return null;
  }

  // React requires it beside the other.
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}

function followedLink(): FollowedLink | undefined {
  const link = document.activeElement;
  const href = link instanceof HTMLAnchorElement && link.getAttribute("href");
  return href ? { href, at: linksTo(href).indexOf(link) } : undefined;
}

const linksTo = (href: string): Element[] => [...document.links].filter((link) => link.getAttribute("href") === href);

const SHOPPER_ACTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a place and focuses its link; as soon as the page is high enough and has the link, if its content is still loading, unless the
 * shopper does something meanwhile.
 * @returns how to give up
 */
function returnTo({ top, link }: Place, movesFocus: boolean): () => void {
  wanted = top;
  let sought = movesFocus ? link : undefined;
  const seek = () => {
    const found = sought && linksTo(sought.href)[sought.at];
    if (!(found instanceof HTMLElement)) return;
    focusPart(found);
    sought = undefined;
  };
  const restore = () => {
    window.scrollTo({ top, behavior: "instant" });
    seek();
    // Positions are rounded to the screen's pixels.
    if (window.scrollY > top - 1 && !sought) stop();
  };
  const growing = new ResizeObserver(restore);
  const stop = () => {
    wanted = null;
    growing.disconnect();
    for (const act of SHOPPER_ACTS) window.removeEventListener(act, stop);
  };
  growing.observe(document.body);
  for (const act of SHOPPER_ACTS) window.addEventListener(act, stop, { passive: true });
  restore();
  if (movesFocus && (sought || !link)) focusPage();
  return stop;
}
