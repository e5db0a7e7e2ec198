/** The profile's tabs by their keys in the URL, `?tab=4`. Update Password, Delete account and My data have no entry in the side panel. */
export const PANES = {
  "1": "My Profile",
  "2": "Update Password",
  "4": "Wishlist",
  "5": "My Orders",
  "6": "Delete account",
  "7": "My data",
} as const;

export type PaneKey = keyof typeof PANES;

/** The tabs of the side panel, in its order. */
export const TABS = ["1", "4", "5"] as const satisfies readonly PaneKey[];

/** Returns the tab to which a pane belongs: one without an entry in the side panel is reached from My Profile. */
export const tabOf = (pane: PaneKey): (typeof TABS)[number] => TABS.find((key) => key === pane) ?? "1";

export function paneOf(tab: string | null): PaneKey {
  return tab !== null && Object.hasOwn(PANES, tab) ? (tab as PaneKey) : "1";
}

/** The number of the order that My Orders shows; null for the list. */
export const orderOf = (search: URLSearchParams): string | null => search.get("order");

/** The page of My Orders' list, or of the orders of the shop before. */
export function pageOf(search: URLSearchParams, parameter: "page" | "before" = "page"): number {
  const requested = Number(search.get(parameter));
  return Number.isInteger(requested) && requested > 1 ? requested : 1;
}

/** The document's title, which says which part of the profile is shown. */
export function profileTitle(search: URLSearchParams): string {
  const pane = paneOf(search.get("tab"));
  if (pane !== "5") return PANES[pane];
  const [order, page] = [orderOf(search), pageOf(search)];
  if (order) return `Order ${order}`;
  return page > 1 ? `${PANES[pane]}, page ${page}` : PANES[pane];
}

/** Returns a tab's relative URL within the profile. */
export const panePath = (pane: PaneKey) => ({ search: pane === "1" ? "" : `?tab=${pane}` });
