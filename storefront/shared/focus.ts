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

/**
 * Moves the focus to the page's heading, which says where one is; to the page while it has none. Follows the heading when the page's
 * content replaces its loading state, until the shopper moves on.
 */
export function focusPage(): void {
  stopFollowing();
  const main = document.getElementById("main");
  if (!main) return;
  let heading = main.querySelector("h1");
  focusPart(heading ?? main);
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== main && activeElement !== heading) return stopFollowing();
    const shown = main.querySelector("h1");
    if (!shown || shown === heading) return;
    heading = shown;
    focusPart(heading);
  });
  observer.observe(main, { childList: true, subtree: true });
  stopFollowing = () => observer.disconnect();
}
