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
const AFTER_REMOVAL_MS = 100;

/** What waits for the focus of the heading; null while that is not awaited. */
let afterwards: (() => void)[] | null = null;

/** Does something that the focus of the page's heading would interrupt: after it, if it is to come. */
export function afterPageFocus(work: () => void): void {
  if (afterwards) afterwards.push(work);
  else work();
}

function endWaiting(): void {
  const works = afterwards ?? [];
  afterwards = null;
  // One by one: of two texts in one rendering only the last is said.
  for (const work of works) setTimeout(work);
}

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
    afterwards = [];
    later = setTimeout(() => {
      if (document.activeElement === main) start();
      endWaiting();
    }, AFTER_REMOVAL_MS);
  }
  stopFollowing = () => {
    clearTimeout(later);
    observer.disconnect();
    endWaiting();
  };
}
