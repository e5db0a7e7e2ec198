/** Where the focus goes when the element that has it is removed, or when the page changes. */

const FOCUSABLE = ":is(a[href], button, input, select, textarea, summary, [tabindex='0']):not(:disabled, [hidden])";
const REGION = "section:is([aria-label], [aria-labelledby]), form[aria-label], #main";

/** The place of an element, as it was: its row in a list or table, and what it is in. */
export interface FocusPlace {
  element: Element;
  row: Element | null;
  list: Element | null;
  index: number;
  ancestors: readonly Element[];
}

export function placeOf(element: Element): FocusPlace {
  const row = element.closest("li, tr");
  const list = row?.parentElement ?? null;
  const ancestors: Element[] = [];
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
    ancestors.push(around);
  return { element, row, list, index: row && list ? [...list.children].indexOf(row) : -1, ancestors };
}

/**
 * Moves the focus to what is at a place now: in a list to the row that has taken the place of the removed one, else to the named section
 * around it, whose name is read and in which the next Tab goes on. A row is entered at its first link, button or field, so that what was pressed to remove an entry is not pressed for the next.
 */
export function focusPlace({ element, row, list, index, ancestors }: FocusPlace): void {
  const rows = list?.isConnected ? [...list.children].filter((one) => one.matches("li, tr")) : [];
  const next = row?.isConnected && !element.isConnected ? row : rows[Math.min(index, rows.length - 1)];
  const within = next?.querySelector<HTMLElement>(FOCUSABLE);
  if (within) {
    within.focus();
    return;
  }
  const around = ancestors.find((one) => one.isConnected && one.matches(REGION));
  const region = around?.id === "main" ? (around.querySelector<HTMLElement>("h1") ?? around) : around;
  if (region instanceof HTMLElement) focusRegion(region);
}

export function focusRegion(region: HTMLElement): void {
  if (!region.hasAttribute("tabindex")) region.tabIndex = -1;
  region.focus({ preventScroll: true });
}

/** Focuses the first invalid field of the form in which a button was pressed, unless the focus has moved on since. */
export function focusInvalid(pressed: Element | null): void {
  if (document.activeElement !== pressed && document.activeElement !== document.body) return;
  const form = pressed?.closest("form, dialog, section") ?? document.getElementById("main");
  form?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')?.focus();
}
