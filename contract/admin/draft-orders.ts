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
export const sizeUnits = z.object({ sku, quantity: z.int(QUANTITY).check(z.gte(1, QUANTITY), z.lte(9999)) });

const draftOrderBody = z.object({
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
  /** Days for which the link is valid. */
  days: z._default(z.int().check(z.gte(1), z.lte(14)), 3),
  /** Returns what the order would cost without creating it. */
  preview: z._default(z.boolean(), false),
});

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
  cancelDraftOrder: {
    ...DRAFT_ORDERS,
    method: "DELETE",
    path: "/draft-orders/:id",
    repeat: "seen",
    summary: "Cancel a draft order: its link can no longer be paid",
    params: z.object({ id: rowId("id must be digits.") }),
    errorStatuses: [409],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
