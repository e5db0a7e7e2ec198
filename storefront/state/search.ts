import { createStore } from "./store.ts";

/**
 * What is typed into the search box (S3.34). It lives in memory, not in the address: it is cleared when the listing is left and does
 * not come back with the back button (S4.44).
 */
export const searchStore = createStore("");
