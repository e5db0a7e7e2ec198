/** Formats orders for the command `order`. */

import { paidWith } from "../../../contract/checkout/payment-messages.ts";
import { formatDateTime as at } from "../../../contract/dates.ts";
import type { OrderAddress, OrderDetail } from "../../../contract/orders/schemas.ts";
import { formatRupees, toPaise } from "../../base/money.ts";
import { itemName } from "../../orders/orders/item-name.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";

const money = (amount: number) => formatRupees(toPaise(amount));

/** Formats an order of the list. */
export function orderLine({ number, state, createdAt, totalPaise, customerName, shippingAddress }: OrderRow): string {
  return [
    number,
    state.padEnd(16),
    at(createdAt).padEnd(27),
    formatRupees(totalPaise).padStart(12),
    ` ${customerName}, ${shippingAddress.city}`,
  ].join("  ");
}

/** Formats everything about an order. @param steps its possible actions */
export function orderPageLines(order: OrderDetail, steps: readonly string[]): string[] {
  const { paid, refunds, gift } = order;
  const receiver = gift?.receiver;
  return [
    `${order.number} · ${order.badge} · ordered ${at(order.orderedAt)}`,
    `${order.customer.name}, ${order.customer.email}`,
    `Ship to   ${receiver ? `${receiver.name}, ${receiver.mobile_no}, ` : ""}${addressLine(order.shippingAddress)}`,
    `Bill to   ${addressLine(order.billingAddress)}`,
    ...(gift
      ? [
          `Gift      ${[gift.wrap === null ? "no wrap" : "gift wrap", gift.message].filter(Boolean).join(", ").replaceAll("\n", " / ")}`,
        ]
      : []),
    "",
    ...order.items.flatMap(({ position, product, quantity, creditedQuantity, total }) => [
      `${String(position).padStart(4)}:  ${quantity} × ${itemName({ title: product.title, label: product.size })}  ${money(total)}${creditedQuantity > 0 ? `, of these ${creditedQuantity} cancelled or returned` : ""}`,
      ...order.lots
        .filter((lot) => lot.position === position)
        .map((lot) => `       ${lot.quantity} of lot ${lot.text}`),
    ]),
    `Subtotal ${money(order.subtotal)}, discount ${money(order.totalDiscount)}, shipping ${money(order.shipping)}, fees ${money(order.fees)}, total ${money(order.totalPrice)}, of it GST ${money(order.tax)}`,
    "",
    ...(paid.length > 0
      ? paid.map(
          (one) =>
            `Paid      ${order.advance ? `${money(one.amount)}, ` : ""}${paidWith(one)}, ${one._id}, ${at(one.paidAt)}`,
        )
      : ["Not paid"]),
    ...(order.advance && order.balance > 0 ? [`To pay    ${money(order.balance)} in cash on delivery`] : []),
    ...(order.invoiceNumber ? [`Invoice   ${order.invoiceNumber}`] : []),
    ...order.creditNotes.map(
      ({ number, amount, issuedAt }) => `Credited  ${number}, ${money(amount)}, ${at(issuedAt)}`,
    ),
    ...refunds.map(
      ({ amount, state, extra, requestedAt, refundedAt, bankReference, note }) =>
        `Refund    ${money(amount)}${extra ? " of an extra payment" : ""}, ${state}, requested ${at(requestedAt)}${refundedAt ? `, refunded ${at(refundedAt)}` : ""}${bankReference ? `, bank reference ${bankReference}` : ""}${note && `: ${note}`}`,
    ),
    ...order.shipments.map(
      ({ courier, awb, isReplacement, items, state, shippedAt, deliveredAt }) =>
        `${isReplacement ? "Replaced " : "Parcel   "} ${courier}, AWB ${awb}${items ? `, ${unitsText(items)}` : ""}, ${state.replaceAll("_", " ")}, shipped ${at(shippedAt)}${deliveredAt ? `, delivered ${at(deliveredAt)}` : ""}`,
    ),
    ...order.returns.map(
      ({ state, reason, answer, requestedAt, lines, photos }) =>
        `Return    ${unitsText(lines)}, ${state}, requested ${at(requestedAt)}: ${reason}${answer && ` (${answer})`}${photos.length > 0 ? `, ${photos.map(({ path }) => path).join(" ")}` : ""}`,
    ),
    "",
    ...order.timeline.map(({ state, at: when, note }) => `${at(when).padEnd(27)}  ${state}${note && `  ${note}`}`),
    "",
    steps.length > 0 ? `Can be done now: ${steps.join(", ")}` : "There’s nothing to do for this order right now.",
  ];
}

const unitsText = (units: readonly { position: number; quantity: number }[]) =>
  units.map(({ position, quantity }) => `${position}:${quantity}`).join(",");

const addressLine = ({ street, city, state, pincode }: OrderAddress) => `${street}, ${city} ${pincode}, ${state}`;
