/** Named filters of the orders list, of one member or shared with everybody. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { nothing } from "./session.ts";

/** Maximum number of views of one member. */
export const MAX_VIEWS = 30;

const savedView = z.object({
  _id: z.string(),
  name: z.string(),
  /** The list's URL query, for example `tab=to_pack&payment=online`. */
  query: z.string(),
  isShared: z.boolean(),
  /** Whether the caller may delete it. */
  canDelete: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewEndpoints = {
  listViews: {
    method: "GET",
    path: "/orders/views",
    needsMember: true,
    summary: "The caller’s own views of the orders list, and the shared ones",
    tag: "Orders",
    permission: "view_orders",
    response: responseOf(z.array(savedView)),
  },
  addView: {
    method: "POST",
    path: "/orders/views",
    repeat: "key",
    needsMember: true,
    summary: "Save a view of the orders list. Sharing it needs the permission `change_orders`",
    tag: "Orders",
    permission: "view_orders",
    body: z.object({
      name: textField({
        missing: "Please give the view a name.",
        max: 40,
        error: "A view’s name has 40 characters at most.",
      }),
      query: textField({ max: 500, pattern: /^[\w=&%+.~*-]+$/, error: "query must be the query of a URL." }),
      isShared: z._default(z.boolean(), false),
    }),
    errorStatuses: [409],
    response: responseOf(savedView),
  },
  deleteView: {
    method: "DELETE",
    path: "/orders/views/:id",
    repeat: "seen",
    needsMember: true,
    summary: "Delete an own view, or with the permission `change_orders` a shared one",
    tag: "Orders",
    permission: "view_orders",
    params: z.object({ id: rowId("id must be digits.") }),
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
