import type * as z from "zod/mini";

/**
 * Method and path of an endpoint. Listed apart from the schemas (`<subject>/routes.ts`), so that the storefront's first load does not need
 * Zod.
 */
export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/api`; `:name` is a parameter. */
  path: string;
}

/** An endpoint below `/api`: its requests and its response. */
export interface Endpoint extends Route {
  summary: string;
  tag:
    | "Catalogue"
    | "Reviews"
    | "Content"
    | "Shop"
    | "Accounts"
    | "Wishlist"
    | "Cart"
    | "Checkout"
    | "Orders"
    | "Contact";
  /**
   * Set for a GET whose response is the same for every guest: it may be cached and rendered into pages. Every other response, and one to a
   * customer, is sent with `no-store`.
   */
  public?: true;
  params?: z.core.$ZodObject;
  query?: z.core.$ZodObject;
  /** Sent as JSON, or as multipart/form-data where there are `files`. */
  body?: z.core.$ZodObject;
  /**
   * File parts by name, each with its maximum size. They make the body multipart, where `address[city]` is the field `address.city`.
   * `toDisk` streams a file that is too large for memory to the disk.
   */
  files?: Record<string, { maxBytes: number; toDisk?: true }>;
  /**
   * Which bearer token it takes. `session`: a customer's; without a valid one the response is 401. `optional`: a customer's, which adds to
   * the response; an invalid one is ignored. `reset`: a reset token; a wrong one gets 422, since 401 would log the browser out.
   */
  auth?: "session" | "optional" | "reset";
  /** Error statuses beyond those of every endpoint of its kind (see server/http/documented-parts.ts). */
  errorStatuses?: readonly (400 | 404 | 409 | 429)[];
  /** Seconds that any cache, browsers too, may store the response (`max-age`). */
  maxAge?: number;
  response: z.core.$ZodType;
}

/** Whether CDNs may store responses to guests until they are purged. A response with `maxAge` expires instead. */
export const isPurgeable = (endpoint: Endpoint) => endpoint.public === true && endpoint.maxAge === undefined;
