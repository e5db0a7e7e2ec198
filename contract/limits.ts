/** Limits that browser and server share. */

/** Products on one page of a listing. */
export const LISTING_PAGE_SIZE = 12;
/** Products in New Arrivals on the home page. */
export const NEW_ARRIVALS_SIZE = 4;
/** Reviews on one page below a product. */
export const REVIEW_PAGE_SIZE = 5;
/** Limits of a review: characters, files, and bytes of each file. */
export const MAX_REVIEW_TITLE_LENGTH = 150;
export const MAX_REVIEW_TEXT_LENGTH = 5000;
export const MAX_REVIEW_IMAGES = 6;
export const MAX_REVIEW_VIDEOS = 2;
export const MAX_REVIEW_VIDEO_BYTES = 50 * 1024 * 1024;
/** Maximum entries of a page of any list. */
export const MAX_PER_PAGE = 100;
/** Maximum of page × perPage, and of products that a listing counts. Shoppers narrow a longer list. */
export const RESULT_WINDOW = 10_000;
/** Maximum length in characters. */
export const MAX_SEARCH_LENGTH = 100;
/** Maximum number of notes in a listing's filter. */
export const MAX_NOTES_IN_FILTER = 20;
export const MAX_SIZES_IN_FILTER = 20;
export const MAX_COUNTRIES_IN_FILTER = 20;
/** Maximum number of different products in a cart: all fit on one page. */
export const MAX_CART_ITEMS = 50;
/** Maximum number of free samples to choose from. */
export const MAX_SAMPLES = 24;
/** Maximum number of products on a wishlist: all fit on one page. */
export const MAX_WISHLIST_ITEMS = MAX_PER_PAGE;
/**
 * Maximum number of products that a search finds. Counts are exact up to it; beyond it shoppers narrow the search, and the database need
 * not rank a million rows.
 */
export const SEARCH_WINDOW = 1000;

/** Maximum size of a customer's picture, in bytes. */
export const MAX_UPLOADED_PICTURE_BYTES = 8 * 1024 * 1024;

/** Number of equal price ranges of which the filter panel draws the product counts. */
export const PRICE_STEPS = 20;
/** The price slider of the filter panel, in rupees. */
export const PRICE_SLIDER = { min: 0, max: 10_000, step: 100, low: 2500, high: 7500, gap: 1000 } as const;

/** The widest window that counts as a phone, in CSS pixels. */
export const PHONE_MAX_WIDTH = 768;
/** Timeout of a request, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 120_000;
/** Timeout for loading a page's code, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
