import type * as z from "zod/mini";

/** Where an endpoint is. Listed apart from the schemas (`<subject>/routes.ts`), so that the storefront's first load does not need zod. */
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
  params?: z.core.$ZodObject;
  query?: z.core.$ZodObject;
  /** Sent as JSON, or as multipart/form-data where there are `files`. */
  body?: z.core.$ZodObject;
  /**
   * Parts that are files, by their name, with the most bytes of one. Makes the body multipart; `address[city]` is `address.city` of it.
   * `toDisk`: too large for the memory, written to a file as it comes.
   */
  files?: Record<string, { maxBytes: number; toDisk?: true }>;
  /**
   * Who may call. `session`: a logged-in customer, with the session's token as bearer; anybody else is answered 401.
   * `optional`: anyone; the response says more to a customer whose token comes along. A token that is not valid counts as none.
   * `reset`: whoever has a reset token, sent as bearer in its place; a wrong one is no matter of the session and answered 422.
   */
  auth?: "session" | "optional" | "reset";
  /** Statuses that it is refused with, besides those that every call of its kind has (see server/http/documented-parts.ts). */
  errorStatuses?: readonly (400 | 404 | 409 | 429)[];
  /** For how many seconds anybody may keep the answer; without it nobody is told that he may. */
  maxAge?: number;
  response: z.core.$ZodType;
}
