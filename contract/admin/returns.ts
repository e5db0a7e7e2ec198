/** Returns, from the request to the refund or replacement. */

import * as z from "zod/mini";
import { orderUnits } from "../orders/forms.ts";
import { RETURN_STATES } from "../orders/returns.ts";
import { ORDER_STATES } from "../orders/schemas.ts";
import { picture } from "../pictures.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import { MAX_DRAFT_ORDER_ITEMS, sizeUnits } from "./draft-orders.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { editEffect } from "./order-edits.ts";
import { keepOffers, MAX_STAFF_REASON, MONEY, moneyBody, moneyResult, optionalUnits } from "./order-money.ts";
import { adminOrder, byNumber, courier, parcel, RETURN_REASONS, version } from "./orders.ts";
import { day } from "./period.ts";

/** The tabs of the queue, by state; `open` has every return that waits for staff or for the parcel. */
export const RETURN_TABS = ["open", ...RETURN_STATES] as const;
export type ReturnTab = (typeof RETURN_TABS)[number];

export const returnQuery = z.object({
  tab: z._default(z.enum(RETURN_TABS, `tab must be one of ${RETURN_TABS.join(", ")}.`), "open"),
  /** The `_id` of the last return of the previous page. */
  after: z.optional(rowId("after must be digits.")),
});
export type ReturnQuery = z.infer<typeof returnQuery>;

const listedReturn = z.object({
  _id: z.string(),
  number: z.string(),
  customer: z.string(),
  state: z.enum(RETURN_STATES),
  orderState: z.enum(ORDER_STATES),
  /** The reason that the customer gave. */
  reason: z.string(),
  isDefect: z.boolean(),
  requestedAt: z.string(),
  lines: z.array(z.object({ position: z.number(), name: z.string(), quantity: z.number() })),
  /** What the customer asked for in exchange; empty for a refund. */
  requestedExchange: z.array(z.object({ name: z.string(), quantity: z.number() })),
  photos: z.array(picture),
});
export type ListedReturn = z.infer<typeof listedReturn>;

/** With what an exchange comes to; null without one. */
const acceptResult = z.object({ ...moneyResult.shape, exchange: z.nullable(editEffect) });

const decisionReason = z.enum(RETURN_REASONS, "Please choose a reason.");
const DECIDE = {
  tag: "Orders",
  permission: "decide_returns",
  method: "POST",
  params: byNumber,
  errorStatuses: [409],
  response: responseOf(adminOrder),
} as const;
const REPLACE = { ...DECIDE, permission: "fulfil_orders" } as const;

export const returnEndpoints = {
  listReturns: {
    method: "GET",
    path: "/returns",
    summary: "Returns by state, the oldest request first, 50 a page",
    tag: "Orders",
    permission: "view_orders",
    query: returnQuery,
    response: responseOf(z.object({ returns: z.array(listedReturn), hasMore: z.boolean() })),
  },
  approveReturn: {
    ...DECIDE,
    path: "/orders/:number/return-approve",
    repeat: "seen",
    summary: "Approve a requested return; emails the customer who picks the parcel up, and when",
    body: z.object({
      version,
      decisionReason,
      courier,
      date: day,
      between: textField({
        missing: "Please say when, such as 10 AM and 1 PM.",
        max: 60,
        error: "Please use at most 60 characters.",
      }),
    }),
  },
  receiveReturn: {
    ...DECIDE,
    path: "/orders/:number/return-receive",
    repeat: "seen",
    summary: "Record what of a return has arrived, by default everything; emails the customer",
    body: z.object({ version, lines: z.optional(orderUnits) }),
  },
  acceptReturn: {
    ...MONEY,
    permission: "decide_returns",
    path: "/orders/:number/return-accept",
    repeat: "seen",
    summary:
      "Accept what has arrived of a return: each unit is restocked or written off, and refunded, replaced or exchanged for other items; emails the customer. If these cost more, the customer gets a link to pay the difference, and the return is accepted once that is paid",
    body: z.object({
      ...moneyBody.shape,
      decisionReason,
      restock: optionalUnits,
      replace: optionalUnits,
      /** What goes out instead of what comes back and is not replaced, by SKUs; by default that is refunded. */
      exchange: z.optional(
        z
          .array(sizeUnits, "Please choose what goes out.")
          .check(
            z.minLength(1, "Please choose what goes out in exchange."),
            z.maxLength(MAX_DRAFT_ORDER_ITEMS, `Please choose at most ${MAX_DRAFT_ORDER_ITEMS} items.`),
          ),
      ),
      keepOffers,
    }),
    response: responseOf(acceptResult),
  },
  declineReturn: {
    ...DECIDE,
    path: "/orders/:number/return-decline",
    repeat: "seen",
    summary: "Decline a return; emails the customer why",
    body: z.object({
      version,
      decisionReason,
      answer: textField({
        missing: "Please say why: the customer reads it.",
        max: MAX_STAFF_REASON,
        error: `Please use at most ${MAX_STAFF_REASON} characters.`,
      }),
    }),
  },
  shipReplacement: {
    ...REPLACE,
    path: "/orders/:number/ship-replacement",
    repeat: "seen",
    summary: "Mark the replacement of returned goods as given to the courier; emails the customer",
    body: z.object({ version, ...parcel }),
  },
  deliverReplacement: {
    ...REPLACE,
    path: "/orders/:number/deliver-replacement",
    repeat: "seen",
    summary: "Mark the replacement as delivered",
    body: z.object({ version }),
  },
} as const satisfies Record<string, AdminEndpoint>;
