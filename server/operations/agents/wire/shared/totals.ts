/** Amounts as the protocol adds them up (`types/totals.json`): discounts are negative, and there is no discount of 0. Prices include GST, so there is no line for tax. */

import type { AgentLine, AgentOffer, AgentShippingOption, AgentTotals } from "../../buying/agent-session.ts";

export interface Total {
  type: string;
  amount: number;
  display_text?: string;
}

/** A line, as far as it is added up. */
type Amounts = Pick<AgentLine, "price" | "quantity" | "discount">;

/** The sum of all but the total is the total. */
export function totalsOf(lines: readonly Amounts[], totals: AgentTotals): Total[] {
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
      : [{ type: "fulfillment", amount: totals.shipping as number, display_text: "Shipping (incl. GST)" }]),
    ...(totals.shippingDiscount > 0
      ? [{ type: "discount", amount: -totals.shippingDiscount, display_text: "Free shipping" }]
      : []),
    ...(totals.fees > 0 ? [{ type: "fee", amount: totals.fees as number, display_text: "Fees (incl. GST)" }] : []),
    { type: "total", amount: totals.total, display_text: "Total (incl. GST)" },
  ];
}

/** The same of one line. */
export function lineTotalsOf({ price, quantity, discount }: Amounts): Total[] {
  const subtotal = price * quantity;
  return [
    { type: "subtotal", amount: subtotal },
    ...(discount > 0 ? [{ type: "items_discount", amount: -discount }] : []),
    { type: "total", amount: subtotal - discount },
  ];
}

/** The same of a shipping option. */
export const optionTotalsOf = ({ price, discount }: Pick<AgentShippingOption, "price" | "discount">): Total[] => [
  ...(discount > 0
    ? [
        { type: "fulfillment", amount: price as number },
        { type: "discount", amount: -discount, display_text: "Free shipping" },
      ]
    : []),
  { type: "total", amount: price - discount },
];

export interface AppliedDiscount {
  code?: string;
  title: string;
  amount: number;
  automatic: boolean;
  /** In which order they are taken off, from 1. */
  priority: number;
  allocations: { path: string; amount: number }[];
}

/** Every discount, and where it went (`discount.json`): the allocations to a line add up to its `items_discount`, those to shipping to `discount`. */
export function appliedDiscounts(lines: readonly Amounts[], offers: readonly AgentOffer[]): AppliedDiscount[] {
  const rounding = lines.map(({ discount }, at) =>
    offers.reduce((left, one) => left - (one.discounts[at] ?? 0), +discount),
  );
  const all = [
    ...offers,
    ...(rounding.some((amount) => amount > 0)
      ? [{ name: "Rounded down to whole rupees", code: null, discounts: rounding, shippingDiscount: 0 }]
      : []),
  ];
  return all.map(({ name, code, discounts, shippingDiscount }, at) => {
    const allocations = [
      ...discounts.map((amount, line) => ({ path: `$.line_items[${line}]`, amount: amount as number })),
      { path: "$.totals.shipping", amount: shippingDiscount as number },
    ].filter(({ amount }) => amount > 0);
    return {
      ...(code !== null && { code }),
      title: name,
      amount: allocations.reduce((sum, { amount }) => sum + amount, 0),
      automatic: code === null,
      priority: at + 1,
      allocations,
    };
  });
}
