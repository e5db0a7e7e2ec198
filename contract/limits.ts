/** Sizes and bounds that both sides keep to. */

/** Products on one page of a listing. */
export const LISTING_PAGE_SIZE = 12;
/** Products in New Arrivals on the home page. */
export const NEW_ARRIVALS_SIZE = 4;
/** Reviews on one page below a product. */
export const REVIEW_PAGE_SIZE = 5;
/** What one review holds: characters, pictures, videos, and the bytes of each. */
export const MAX_REVIEW_TITLE_LENGTH = 150;
export const MAX_REVIEW_TEXT_LENGTH = 5000;
export const MAX_REVIEW_IMAGES = 6;
export const MAX_REVIEW_VIDEOS = 2;
export const MAX_REVIEW_VIDEO_BYTES = 50 * 1024 * 1024;
/** The most entries that one list call answers with. */
export const MAX_PER_PAGE = 100;
/** How far the pages of a list reach: page × perPage. Beyond it, a narrower list serves better. */
export const RESULT_WINDOW = 10_000;
/** The longest search text, in characters. */
export const MAX_SEARCH_LENGTH = 100;
/** How many fragrance notes one listing can be narrowed by. */
export const MAX_NOTES_IN_FILTER = 20;
/** How many different products one cart holds: all of them fit on one page of it. */
export const MAX_CART_ITEMS = 50;
/** How many products one wishlist holds: all of them fit on one page of it. */
export const MAX_WISHLIST_ITEMS = MAX_PER_PAGE;
/**
 * The most products that one search finds. Up to here counts are exact; beyond it a shopper is better served by another word,
 * and the database by not ranking a million rows.
 */
export const SEARCH_WINDOW = 1000;

/** The largest picture that a customer can send, in bytes. */
export const MAX_UPLOADED_PICTURE_BYTES = 8 * 1024 * 1024;

/** The price slider of the filter panel, in rupees. */
export const PRICE_SLIDER = { min: 0, max: 10_000, step: 100, low: 2500, high: 7500, gap: 1000 } as const;

/** The widest window that counts as a phone, in CSS pixels. */
export const PHONE_MAX_WIDTH = 768;
/** How long a call may take before it counts as failed, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 120_000;
/** How long the code of a screen may take, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
