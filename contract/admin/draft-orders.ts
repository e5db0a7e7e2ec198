/** Draft orders: staff creates one, for example by phone, and the customer pays it by an emailed link. Amounts are rupees. */

import * as z from "zod/mini";
import { addressBody, emailField } from "../accounts/schemas.ts";
import { DRAFT_ORDER_STATES, draftOrderAmounts } from "../draft-orders/schemas.ts";
import { mobileField } from "../mobile-field.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { nothing } from "./session.ts";

/** Maximum number of different sizes in a draft order. */
export const MAX_DRAFT_ORDER_ITEMS = 50;
export const DRAFT_ORDER_DAYS = [1, 3, 7, 14] as const;
/** Maximum length in characters of the message to the customer. */
export const MAX_DRAFT_ORDER_MESSAGE = 500;

const sku = textField({ max: 64, error: "A SKU has up to 64 characters.", missing: "Please give the SKU." });
const QUANTITY = "Please choose at least one unit.";
/** Units of a size. */
export const sizeUnits = z.object({
  sku,
  quantity: z.int(QUANTITY).check(z.gte(1, QUANTITY), z.lte(9999, "Please choose at most 9999 units.")),
});

const draftOrderFields = {
  email: emailField({ error: "Email is not valid.", missing: "Please enter the customer’s email." }),
  name: textField({
    min: 2,
    max: 100,
    error: "Please enter the customer’s name, 2 to 100 characters.",
    missing: "Please enter the customer’s name.",
    printed: true,
  }),
  mobile_no: mobileField({ missing: "Please enter the customer’s mobile number." }),
  address: z.object(addressBody.shape, "Address is required"),
  items: z
    .array(sizeUnits, "Please choose what the order has.")
    .check(
      z.minLength(1, "Please choose at least one item."),
      z.maxLength(MAX_DRAFT_ORDER_ITEMS, `Please choose at most ${MAX_DRAFT_ORDER_ITEMS} items.`),
    ),
  message: textField({
    max: MAX_DRAFT_ORDER_MESSAGE,
    mayBeEmpty: true,
    multiline: true,
    error: `Please use at most ${MAX_DRAFT_ORDER_MESSAGE} characters.`,
  }),
};
/** Days for which the link is valid from now on. */
const days = z.int().check(z.gte(1), z.lte(14));
/** Returns what the order would cost without storing anything. */
const preview = z._default(z.boolean(), false);

const draftOrderBody = z.object({ ...draftOrderFields, days: z._default(days, 3), preview });
const changedDraftOrder = z.object({
  version: z.int(),
  ...z.partial(z.object(draftOrderFields)).shape,
  /** Without it the link stays valid until then. */
  days: z.optional(days),
  /** Emails the customer what has changed, with the link. Another email always gets one, and the link sent before ends. */
  mail: z._default(z.boolean(), true),
  preview,
});
export type ChangedDraftOrder = z.input<typeof changedDraftOrder>;

const listedDraftOrder = z.object({
  _id: z.string(),
  state: z.enum(DRAFT_ORDER_STATES),
  name: z.string(),
  email: z.string(),
  units: z.number(),
  /** The member of staff who created it. */
  author: z.string(),
  createdAt: z.string(),
  validUntil: z.string(),
  orderNumber: z.nullable(z.string()),
});
export type ListedDraftOrder = z.infer<typeof listedDraftOrder>;

const sellableSize = z.object({ sku: z.string(), title: z.string(), size: z.string(), available: z.number() });
export type SellableSize = z.infer<typeof sellableSize>;

const draftOrderPreview = z.object(draftOrderAmounts);
export type DraftOrderPreview = z.infer<typeof draftOrderPreview>;

const adminDraftOrder = z.object({
  ...z.omit(listedDraftOrder, { email: true, units: true }).shape,
  /** Sent with a change, which is rejected if the draft has changed since. */
  version: z.number(),
  lastChange: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** Null for staff who may not see emails. */
  email: z.nullable(z.string()),
  mobile_no: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), pincode: z.string() }),
  items: z.array(z.object({ sku: z.string(), title: z.string(), size: z.string(), quantity: z.number() })),
  message: z.string(),
  /** At today's prices. */
  priced: draftOrderPreview,
});
export type AdminDraftOrder = z.infer<typeof adminDraftOrder>;

const byId = z.object({ id: rowId("id must be digits.") });
const DRAFT_ORDERS = { tag: "Orders", permission: "change_orders" } as const;

export const draftOrderAdminEndpoints = {
  listDraftOrders: {
    ...DRAFT_ORDERS,
    method: "GET",
    path: "/draft-orders",
    summary: "Draft orders, newest first, 50 a page",
    query: z.object({
      /** The `_id` of the last draft of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ drafts: z.array(listedDraftOrder), hasMore: z.boolean() })),
  },
  findSizes: {
    ...DRAFT_ORDERS,
    method: "GET",
    path: "/draft-orders/sizes",
    summary: "Sizes on sale by a SKU or the beginnings of words of the title, twenty at most",
    query: z.object({ q: textField({ max: 100, error: "Please search with at most 100 characters." }) }),
    response: responseOf(z.array(sellableSize)),
  },
  createDraftOrder: {
    ...DRAFT_ORDERS,
    method: "POST",
    path: "/draft-orders",
    repeat: "key_or_same",
    summary: "Create a draft order and email its customer the link that pays it; with `preview` only say what it costs",
    body: draftOrderBody,
    errorStatuses: [409, 429],
    response: responseOf(draftOrderPreview),
  },
  readAdminDraftOrder: {
    ...DRAFT_ORDERS,
    method: "GET",
    path: "/draft-orders/:id",
    summary: "One draft order, with what it costs now",
    params: byId,
    response: responseOf(adminDraftOrder),
  },
  changeDraftOrder: {
    ...DRAFT_ORDERS,
    method: "PATCH",
    path: "/draft-orders/:id",
    repeat: "seen",
    summary:
      "Change a draft order until it is paid: its link shows the new amount at once, and a payment that is open with the old one is refunded. Without any change, its link is emailed again",
    params: byId,
    body: changedDraftOrder,
    errorStatuses: [409, 429],
    response: responseOf(adminDraftOrder),
  },
  cancelDraftOrder: {
    ...DRAFT_ORDERS,
    method: "DELETE",
    path: "/draft-orders/:id",
    repeat: "seen",
    summary: "Cancel a draft order: its link can no longer be paid",
    params: byId,
    errorStatuses: [409],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
