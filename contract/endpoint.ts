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

/**
 * What happens when a write is sent again because its response was lost. Every writing endpoint names one; its documentation says so in
 * words (`REPEATS`).
 *
 * - `harmless`: it sets, ends or computes something, or adds only what expires by itself (a session, a mailed code, an upload).
 * - `state`: it leads to more than one transaction, uses up a one-time proof of who calls, or sets a cookie. The stored state decides: a
 *   repeat goes on from there, answers with what is, or says what has changed.
 * - `seen`: the stored state or the `version` in the request lets only the first one act. With the same key, a repeat gets its response.
 * - `key`: it adds something. With the same key, a repeat adds nothing and gets the first response.
 * - `key_or_same`: like `key`, for what takes money or stock, or mails somebody: without a key, the same request of the same caller counts
 *   as a repeat for `SAME_REQUEST_SECONDS`.
 */
export type Repeat = "harmless" | "state" | "seen" | "key" | "key_or_same";

/** A write says what its repeat does; the compiler requires it of every new one. */
export type Repeatable = { method: "GET"; repeat?: never } | { method: "POST" | "PATCH" | "DELETE"; repeat: Repeat };

/** An endpoint below `/api`: its requests and its response. */
export type Endpoint = EndpointParts & Repeatable;

interface EndpointParts {
  /** Path below `/api`; `:name` is a parameter. */
  path: string;
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
  /** Error statuses beyond those of every endpoint of its kind (see server/platform/http/documented-parts.ts). */
  errorStatuses?: readonly (400 | 404 | 409 | 429)[];
  /** Seconds that any cache, browsers too, may store the response (`max-age`). */
  maxAge?: number;
  response: z.core.$ZodType;
}

/** Whether CDNs may store responses to guests until they are purged. A response with `maxAge` expires instead. */
export const isPurgeable = (endpoint: Endpoint) => endpoint.public === true && endpoint.maxAge === undefined;
