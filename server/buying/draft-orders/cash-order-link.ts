/** The payment link of a confirmed order for cash on delivery, or of the change of a paid one. Its page is that of a draft order. */

import { eq } from "drizzle-orm";
import type { DraftOrder } from "../../../contract/draft-orders/schemas.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { paise, toRupees } from "../../base/money.ts";
import { balanceOf } from "../../orders/orders/balance.ts";
import { readOrderItems } from "../../orders/orders/order-items.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { orderOfPayToken } from "../../orders/orders/pay-link.ts";
import type { OrderEdit } from "../../orders/orders/pending-edit.ts";
import { prepaymentOf } from "../../orders/orders/prepay.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import { NO_CUSTOMER, NO_DRAFT } from "./linked-draft.ts";

/** Finds the order of a link; null if the link does not belong to an order. */
export async function findLinkedOrder(
  db: DatabaseOrTransaction,
  secret: string,
  token: string,
): Promise<OrderRow | null> {
  const number = orderOfPayToken(secret, token);
  if (number === null) return null;
  const [found] = await db.select().from(customerOrder).where(eq(customerOrder.number, number));
  return found ?? null;
}

/** The states of the page, by what became of the change. */
const EDIT_STATES = {
  pending: "open",
  applied: "paid",
  expired: "expired",
  withdrawn: "cancelled",
} as const satisfies Record<OrderEdit["state"], DraftOrder["state"]>;

/** @param edit the order's newest change */
export function readLinkedEdit(order: OrderRow, edit: OrderEdit): DraftOrder {
  const state = EDIT_STATES[edit.state];
  const amount = toRupees(paise(edit.amountPaise));
  return {
    state,
    ...(state === "open" || state === "paid"
      ? {
          customer: { name: order.customerName, email: order.email, mobile_no: order.mobile },
          shippingAddress: order.shippingAddress,
          message: "",
        }
      : NO_CUSTOMER),
    validUntil: edit.payUntil.toISOString(),
    orderNumber: order.number,
    ...NO_DRAFT,
    cash: null,
    edit: state === "open" ? edit.summary : "",
    items: [],
    subtotal: amount,
    totalDiscount: 0,
    shipping: 0,
    fees: 0,
    totalPrice: amount,
    problem: null,
  };
}

/** @param waivesFee whether the fee for cash on delivery is not due online */
export async function readLinkedOrder(
  db: DatabaseOrTransaction,
  order: OrderRow,
  { waivesFee }: { waivesFee: boolean },
): Promise<DraftOrder> {
  const prepayment = prepaymentOf(order, { waivesFee });
  const isPaid = order.paidAt !== null && !termsOf(order).courierCollects;
  const savedPaise = prepayment?.savedPaise ?? paise(0);
  return {
    state: prepayment ? "open" : isPaid ? "paid" : "closed",
    ...(prepayment || isPaid
      ? {
          customer: { name: order.customerName, email: order.email, mobile_no: order.mobile },
          shippingAddress: order.shippingAddress,
          message: "",
        }
      : NO_CUSTOMER),
    validUntil: null,
    orderNumber: order.number,
    ...NO_DRAFT,
    edit: null,
    cash: {
      onDelivery: toRupees(balanceOf(order)),
      savedFee: toRupees(savedPaise),
      paidInAdvance: toRupees(order.advancePaidAt ? order.advancePaise : paise(0)),
      rounding: toRupees(order.roundingPaise),
    },
    items: prepayment
      ? ((await readOrderItems(db, [order.id])).get(order.id) ?? []).map(({ product, quantity }) => ({
          title: product.title,
          size: product.size,
          quantity,
          price: product.price,
          originalPrice: product.originalPrice,
          image: product.images[0] ?? null,
        }))
      : [],
    subtotal: toRupees(order.subtotalPaise),
    totalDiscount: toRupees(order.discountPaise),
    shipping: toRupees(order.shippingPaise),
    fees: toRupees(paise(order.feesPaise - savedPaise)),
    totalPrice: toRupees(prepayment?.amountPaise ?? order.totalPaise),
    problem: null,
  };
}
