/** Where the focus goes when no key of the shopper decides it. */

/** Navigation state of a page that changes only a part of itself. */
export interface PartNavigation {
  /** Set if scroll position and focus stay. */
  staysOnPage?: boolean;
  /** Set if the focus stays, but the page starts at its top. */
  keepsFocus?: boolean;
}

/** Lets a part of the page have the focus, also one that Tab does not reach, such as a heading: screen readers then read it. */
export function makeFocusable(part: HTMLElement): void {
  if (part.tabIndex < 0) part.tabIndex = -1;
}

/** Moves the focus to a part of the page. */
export function focusPart(part: HTMLElement | null | undefined): void {
  if (!part) return;
  makeFocusable(part);
  part.focus({ preventScroll: true });
}

let stopFollowing = () => {};

/** Orca says nothing of a focus that comes as the element that had it is removed: until then the whole page has it. */
export const AFTER_REMOVAL_MS = 100;

/**
 * Moves the focus to the page's heading, which says where one is; to the page while it has none. Follows the heading when the page's
 * content replaces its loading state, until the shopper moves on.
 */
export function focusPage(): void {
  stopFollowing();
  const main = document.getElementById("main");
  if (!main) return;
  let focused: HTMLElement | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  const move = () => {
    const place = main.querySelector("h1") ?? main;
    if (place === focused) return;
    focused = place;
    focusPart(place);
  };
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === focused) move();
    else stopFollowing();
  });
  const start = () => {
    move();
    observer.observe(main, { childList: true, subtree: true });
  };
  if (document.activeElement !== document.body) start();
  else {
    focusPart(main);
    later = setTimeout(() => document.activeElement === main && start(), AFTER_REMOVAL_MS);
  }
  stopFollowing = () => {
    clearTimeout(later);
    observer.disconnect();
  };
}
