/** Orders: what they have in common in every version. */

import { formatDay } from "../../../../../contract/dates.ts";
import {
  type AgentAdjustment,
  type AgentOrder,
  type AgentOrderEvent,
  type AgentOrderLine,
  type LineUnits,
  lineStatusOf,
} from "../../buying/agent-order.ts";
import { CURRENCY } from "./fields.ts";
import { lineTotalsOf, totalsOf } from "./totals.ts";

export interface OrderWire {
  /** The order without the envelope. */
  order(order: AgentOrder): object;
}

export const orderWire = (): OrderWire => ({
  order: ({ id, checkoutId, permalinkUrl, lines, promise, destination, events, adjustments, totals }) => {
    const { id: _, ...address } = destination ?? { id: "", address_country: "IN" };
    return {
      id,
      label: id,
      checkout_id: checkoutId,
      permalink_url: permalinkUrl,
      line_items: lines.map(toLine),
      fulfillment: {
        expectations: promise
          ? [
              {
                id: "delivery",
                line_items: toUnits(promise.units),
                method_type: "shipping",
                destination: address,
                ...(promise.deliverBy !== null && {
                  description: `Arrives by ${formatDay(`${promise.deliverBy}T12:00:00+05:30`)}`,
                }),
              },
            ]
          : [],
        events: events.map(toEvent),
      },
      adjustments: adjustments.map(toAdjustment),
      currency: CURRENCY,
      totals: totalsOf(lines.map(amountsOf), totals),
    };
  },
});

const toLine = (line: AgentOrderLine) => ({
  id: line.id,
  item: { id: line.sku, title: line.title, price: line.price as number },
  quantity: { original: line.original, total: line.total, fulfilled: line.fulfilled },
  totals: lineTotalsOf(amountsOf(line)),
  status: lineStatusOf(line),
});

const amountsOf = ({ price, ordered, discount }: AgentOrderLine) => ({ price, quantity: ordered, discount });

const toUnits = (units: readonly LineUnits[], sign: 1 | -1 = 1) =>
  units.map(({ lineId, quantity }) => ({ id: lineId, quantity: sign * quantity }));

const toEvent = ({ id, at, type, description, units, parcel }: AgentOrderEvent) => ({
  id,
  occurred_at: at.toISOString(),
  type,
  line_items: toUnits(units),
  ...(parcel && { tracking_number: parcel.awb, tracking_url: parcel.trackingUrl, carrier: parcel.courier }),
  description,
});

/** Signed: what leaves the order and goes back to the buyer is negative. */
const toAdjustment = ({ id, type, at, status, units, amount, description }: AgentAdjustment) => ({
  id,
  type,
  occurred_at: at.toISOString(),
  status,
  ...(units.length > 0 && { line_items: toUnits(units, -1) }),
  ...(amount !== null && { totals: [{ type: "total", amount: -amount }] }),
  description,
});
