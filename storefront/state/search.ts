import { createStore } from "./store.ts";

/**
 * What is typed into the search box (S3.34). It lives in memory, not in the address: it is cleared when the listing is left and does
 * not come back with the back button (S4.44).
 */
export const searchStore = createStore("");

/** State of a navigation to or within /products that takes the search along; any other navigation there begins without one. */
export interface SearchNavigation {
  keepsSearch?: boolean;
  /** The address is only tidied up: nobody has gone anywhere. */
  keepsPlace?: boolean;
}
export const KEEPS_SEARCH: SearchNavigation = { keepsSearch: true };
