/** Cancellations and refunds by staff. Amounts are rupees. A request with `preview` stores nothing. */

import * as z from "zod/mini";
import { FAILURE_REASONS } from "../couriers.ts";
import { orderUnits } from "../orders/forms.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminOrder, byNumber, byParcel, version } from "./orders.ts";
import { day } from "./period.ts";

/** Maximum length in characters; the customer reads the reason. */
export const MAX_STAFF_REASON = 300;

const creditLine = z.object({
  /** Position of the item in the order. */
  position: z.number(),
  name: z.string(),
  quantity: z.number(),
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  total: rupees,
});

const moneyEffect = z.object({
  /** The lines of the credit note; empty if none is issued. */
  creditLines: z.array(creditLine),
  credited: rupees,
  refunded: rupees,
  /** Why it is less than was paid for the units, as sentences for the customer; may be empty. */
  reasons: z.string(),
  /** What the bank has returned of a lost dispute, if the order ends by the action: it is not refunded again. */
  returnedByBank: rupees,
  /**
   * What the member lacks for a refund above the limit of their role: the permission `refund_over_limit`, or a recent second factor; null
   * if nothing.
   */
  missing: z.nullable(z.enum(["permission", "second_factor"])),
});
export type MoneyEffect = z.infer<typeof moneyEffect>;

export const moneyResult = z.object({ order: adminOrder, effect: moneyEffect });
export type MoneyResult = z.infer<typeof moneyResult>;

/**
 * Whether units are credited by their shares in what was paid and the rest of the order keeps its price, because the shop is at fault;
 * otherwise the rest must be paid for as if it had been ordered alone.
 */
export const keepOffers = z._default(z.boolean("keepOffers must be true or false."), false);
const preview = z._default(z.boolean(), false);
const REASON = { max: MAX_STAFF_REASON, error: `Please use at most ${MAX_STAFF_REASON} characters.` };
const orderLines = z
  .array(z.object({ position: z.int().check(z.gte(0)), quantity: z.int().check(z.gte(1)) }))
  .check(z.maxLength(200));
export const optionalUnits = z._default(orderLines, []);

/** Fields that every endpoint with a refund shares. */
export const MONEY = {
  tag: "Orders",
  method: "POST",
  params: byNumber,
  errorStatuses: [409],
  response: responseOf(moneyResult),
} as const;
export const moneyBody = z.object({ version, preview });

const amountBody = z.object({
  ...moneyBody.shape,
  amount: z
    .number("Please enter an amount in rupees, such as 99.50.")
    .check(
      z.gte(0.01, "Please enter an amount in rupees, such as 99.50."),
      z.lte(1_000_000, "Please enter an amount of at most ₹10,00,000."),
      z.multipleOf(0.01, "An amount has at most two decimals."),
    ),
  reason: textField({ ...REASON, missing: "Please say why: the customer reads it." }),
});

export const orderMoneyEndpoints = {
  cancelAnyOrder: {
    ...MONEY,
    permission: "change_orders",
    path: "/orders/:number/cancel",
    repeat: "seen",
    summary:
      "Cancel an order, or some of its units, before it is shipped; refunds them, restocks them and emails the customer",
    body: z.object({
      ...moneyBody.shape,
      reason: textField({ ...REASON, mayBeEmpty: true }),
      lines: z.optional(orderUnits),
      keepOffers,
    }),
  },
  refundUnits: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/refund",
    repeat: "seen",
    summary: "Refund units of a shipped order without a return, with a credit note; emails the customer",
    body: z.object({ ...moneyBody.shape, lines: orderUnits, restock: optionalUnits, keepOffers }),
  },
  refundShipping: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/refund-shipping",
    repeat: "seen",
    summary: "Refund shipping and fees, or a part of them, with a credit note; emails the customer",
    body: amountBody,
  },
  refundGoodwill: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/goodwill",
    repeat: "seen",
    summary: "Refund a part of the payment without crediting goods; emails the customer",
    body: amountBody,
  },
  markLost: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/lost",
    repeat: "seen",
    summary: "Cancel an order whose parcel the courier has lost; refunds it and emails the customer",
    body: moneyBody,
  },
  receiveParcelBack: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/came-back",
    repeat: "seen",
    summary: "Cancel an order whose parcel has come back; refunds it, restocks it and emails the customer",
    body: moneyBody,
  },
  creditParcel: {
    ...MONEY,
    permission: "refund",
    path: "/orders/:number/parcels/:awb/credit",
    repeat: "seen",
    summary:
      "Record that a parcel is lost or has come back; refunds what it held and emails the customer. What a replacement or an exchange held can be sent again instead",
    params: byParcel,
    body: z.object({
      ...moneyBody.shape,
      state: z.enum(["lost", "came_back"]),
      keepOffers,
      /** Whether what a replacement or an exchange held is taken from the stock and sent again. */
      sendAgain: z._default(z.boolean("sendAgain must be true or false."), false),
      /** The units of a parcel that came back to restock; the others are written off. By default all are restocked, or inspected later. */
      restock: z.optional(orderLines),
    }),
  },
  noteFailedDelivery: {
    tag: "Orders",
    method: "POST",
    permission: "fulfil_orders",
    params: byNumber,
    errorStatuses: [409],
    path: "/orders/:number/delivery-failed",
    repeat: "seen",
    summary:
      "Record that the courier could not deliver the parcel; emails the customer when it tries again, and a link to choose otherwise",
    body: z.object({
      version,
      again: day,
      reason: z._default(z.enum(FAILURE_REASONS, "Please choose the reason."), "other"),
    }),
    response: responseOf(adminOrder),
  },
} as const satisfies Record<string, AdminEndpoint>;
