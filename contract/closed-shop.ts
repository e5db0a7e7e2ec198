/** A live shop that its owner has not opened yet: what strangers see of it all the same. */

import type { EndpointName } from "./endpoints.ts";

/** The page that stands for all others. */
export const CLOSED_PATH = "/opening-soon";

/** The paths of pages that are open before the shop is, and of those below them. */
export const OPEN_PATHS = [
  CLOSED_PATH,
  "/contact",
  "/newsletter",
  "/privacy-policy",
  "/privacy-request",
  "/refund-plocy",
  "/refund-policy",
  "/terms-conditions",
] as const;

/** What these pages request. */
export const OPEN_ENDPOINTS: readonly EndpointName[] = [
  "confirmNewsletter",
  "listCategories",
  "readPage",
  "readShop",
  "requestByEmail",
  "sendMessage",
  "sendRequestCode",
  "signUpForNewsletter",
  "unsubscribeFromNewsletter",
];
