/** Replacing items of an order by others until its parcel leaves. Amounts are rupees. A request with `preview` stores nothing. */

import * as z from "zod/mini";
import { appliedOffer } from "../cart/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import { MAX_DRAFT_ORDER_ITEMS, sizeUnits } from "./draft-orders.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { MAX_STAFF_REASON, MONEY, moneyBody, moneyResult, optionalUnits } from "./order-money.ts";
import { adminOrder, byNumber, version } from "./orders.ts";

/** How long the change of a paid order waits for its payment. */
export const EDIT_WAITS_HOURS = 24;

export const editEffect = z.object({
  /** The units that are added, each with its price in this order, and today's. */
  added: z.array(z.object({ name: z.string(), quantity: z.number(), price: rupees, today: rupees })),
  /** How much less the order costs for what goes, and how much more for what comes. */
  less: rupees,
  more: rupees,
  /** What the order cost before, and what it costs then. */
  before: rupees,
  total: rupees,
  /** The GST that the new total includes. */
  gst: rupees,
  /** The offers of which its discount consists then. */
  offers: z.array(appliedOffer),
  /** What the courier is to collect then. */
  balance: rupees,
  /** What the customer pays by a link before anything changes; 0 if the order changes at once. */
  due: rupees,
});
export type EditEffect = z.infer<typeof editEffect>;

const editResult = z.object({ ...moneyResult.shape, edit: editEffect });

export const orderEditEndpoints = {
  editOrderItems: {
    ...MONEY,
    permission: "change_orders",
    path: "/orders/:number/items",
    method: "PATCH",
    repeat: "seen",
    summary:
      "Replace units of an order by others, until its parcel leaves: at the order's price for a size that it has, else at today's. Credits, invoices and refunds, and emails the customer. If a paid order becomes dearer, its customer gets a link to pay the difference, and it changes once that is paid",
    body: z.object({
      ...moneyBody.shape,
      /** The units that go, by the positions of their items. */
      remove: optionalUnits,
      /** The units that come, by their SKUs. */
      add: z
        .array(sizeUnits, "Please choose what to add.")
        .check(
          z.minLength(1, "Please choose what to add. To remove items only, cancel them."),
          z.maxLength(MAX_DRAFT_ORDER_ITEMS, `Please choose at most ${MAX_DRAFT_ORDER_ITEMS} items.`),
        ),
      reason: textField({
        max: MAX_STAFF_REASON,
        error: `Please use at most ${MAX_STAFF_REASON} characters.`,
        mayBeEmpty: true,
      }),
    }),
    response: responseOf(editResult),
  },
  withdrawOrderEdit: {
    tag: "Orders",
    permission: "change_orders",
    path: "/orders/:number/withdraw-edit",
    method: "POST",
    repeat: "seen",
    summary: "Withdraw the change of a paid order's items that waits for its payment; emails the customer",
    params: byNumber,
    body: z.object({ version }),
    errorStatuses: [409],
    response: responseOf(adminOrder),
  },
} as const satisfies Record<string, AdminEndpoint>;
