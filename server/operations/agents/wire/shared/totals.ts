/** Amounts as the protocol adds them up (`types/totals.json`): discounts are negative, and there is no discount of 0. Prices include GST, so there is no line for tax. */

import type { AgentLine, AgentTotals } from "../../buying/agent-session.ts";

export interface Total {
  type: string;
  amount: number;
  display_text?: string;
}

/** The sum of all but the total is the total. */
export function totalsOf(lines: readonly AgentLine[], totals: AgentTotals): Total[] {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  return [
    { type: "subtotal", amount: subtotal, display_text: "Items (incl. GST)" },
    ...(discount > 0
      ? [
          {
            type: "items_discount",
            amount: -discount,
            display_text: totals.rounding > 0 ? "Offers and rounding" : "Offers",
          },
        ]
      : []),
    ...(totals.shipping === null
      ? []
      : [
          {
            type: "fulfillment",
            amount: totals.shipping as number,
            display_text: totals.freeShipping ? "Shipping (free by an offer)" : "Shipping (incl. GST)",
          },
        ]),
    ...(totals.fees > 0 ? [{ type: "fee", amount: totals.fees as number, display_text: "Fees (incl. GST)" }] : []),
    { type: "total", amount: totals.total, display_text: "Total (incl. GST)" },
  ];
}

/** The same of one line. */
export function lineTotalsOf({
  price,
  quantity,
  discount,
}: Pick<AgentLine, "price" | "quantity" | "discount">): Total[] {
  const subtotal = price * quantity;
  return [
    { type: "subtotal", amount: subtotal },
    ...(discount > 0 ? [{ type: "items_discount", amount: -discount }] : []),
    { type: "total", amount: subtotal - discount },
  ];
}
