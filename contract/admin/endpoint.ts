import type * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import type { Permission } from "./permissions.ts";

/** The sections of the API's documentation. */
export type AdminTag =
  | "Session"
  | "Staff"
  | "Audit"
  | "Orders"
  | "Home"
  | "Reviews"
  | "Messages"
  | "Products"
  | "Stock"
  | "Offers"
  | "Shipping"
  | "Content"
  | "Newsletter"
  | "Customers"
  | "Reports"
  | "Settings"
  | "Integrations";

/** An endpoint below `/admin/api`: its requests, its response, and who may call it. */
export interface AdminEndpoint {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/admin/api`; `:name` is a parameter. */
  path: string;
  summary: string;
  tag: AdminTag;
  /** `anyone`: before a sign-in. `signed_in`: every member of staff, about themselves. */
  permission: Permission | "anyone" | "signed_in";
  /** For what cannot be undone: the session's second factor must be recent. */
  stepUp?: true;
  params?: z.core.$ZodObject;
  query?: z.core.$ZodObject;
  body?: z.core.$ZodObject;
  /** Its files, if it is sent as multipart/form-data. */
  files?: Endpoint["files"];
  /** The content type of a file that is the body, in place of `body`. */
  accepts?: "text/csv";
  /** Error statuses beyond those of every endpoint of its kind (server/http/admin-documentation.ts). */
  errorStatuses?: readonly (404 | 409 | 429)[];
  /** The JSON of the response; missing for a file. */
  response?: z.core.$ZodType;
  /** Content type of a file. */
  produces?: "text/csv" | "application/json" | "application/pdf" | "application/zip" | "text/event-stream";
  /** A request that a page makes by itself, so that it is no use of the session, which ends without one. */
  isBackground?: true;
}
