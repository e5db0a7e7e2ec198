import type * as z from "zod/mini";
import type { Endpoint, Repeatable } from "../endpoint.ts";
import type { Permission } from "./permissions.ts";

/** The sections of the API's documentation. */
type AdminTag =
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
export type AdminEndpoint = AdminEndpointParts & Repeatable;

interface AdminEndpointParts {
  /** Path below `/admin/api`; `:name` is a parameter. */
  path: string;
  summary: string;
  tag: AdminTag;
  /** `anyone` needs no session. `signed_in` needs one and no permission: members of staff act on their own account. */
  permission: Permission | "anyone" | "signed_in";
  /**
   * Set for what belongs to a member of staff besides what its permission says: the own account, session, views and email. Tokens and
   * commands have none.
   */
  needsMember?: true;
  /** Requires a recent second factor: for what cannot be undone. */
  stepUp?: true;
  params?: z.core.$ZodObject;
  query?: z.core.$ZodObject;
  body?: z.core.$ZodObject;
  /** The file parts of a multipart/form-data request. */
  files?: Endpoint["files"];
  /** The content type of a file that replaces `body` as the request's body. */
  accepts?: "text/csv" | "application/octet-stream";
  /** Error statuses beyond those of every endpoint of its kind (server/platform/http/admin-documentation.ts). */
  errorStatuses?: readonly (404 | 409 | 429)[];
  /** The JSON of the response; missing if the response is a file. */
  response?: z.core.$ZodType;
  /** Content type of a file. */
  produces?:
    | "text/csv"
    | "application/json"
    | "application/pdf"
    | "application/zip"
    | "application/octet-stream"
    | "image/webp"
    | "text/event-stream";
  /** A request that a page makes by itself, so that it is no use of the session, which ends without one. */
  isBackground?: true;
}
