/** The rules of staff's actions on an order. The list of what is offered and the guard of what is requested are two views of them. */

import { isUndoable, ORDER_ACTION_NAMES, type OrderAction } from "../../../../contract/admin/order-actions.ts";
import { ORDER_BADGES } from "../../../../contract/orders/badges.ts";
import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import type { OrderState } from "../../../../contract/orders/schemas.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Paise } from "../../../base/money.ts";
import { isUndecided, type OrderDispute, refundBarred } from "../../payment-records/disputes.ts";
import { cashOf } from "../balance.ts";
import { CANCELLABLE, canRefundUnits } from "../eligibility.ts";
import type { LineUnits } from "../invoice/credit-notes.ts";
import { isSale, NOT_SENT, RETURNING, UNDER_WAY } from "../lifecycle.ts";
import { bookedProblem, type OpenBooking } from "../open-booking.ts";
import type { OrderRow } from "../order-row.ts";
import { isSplit, isUnderway, type Parcel } from "../read-parcels.ts";

/** What the rules depend on. Recalled lots, units, amounts and what a whole refund meets are checked by the action itself. */
export interface OrderFacts {
  order: Pick<
    OrderRow,
    | "number"
    | "state"
    | "paymentMethod"
    | "paidAt"
    | "invoiceNumber"
    | "advancePaise"
    | "exchangedPaise"
    | "totalPaise"
    | "cashRemittedAt"
  >;
  parcels: readonly Pick<
    Parcel,
    "items" | "isReplacement" | "outForDeliveryAt" | "deliveredAt" | "lostAt" | "cameBackAt"
  >[];
  /** The units that are in no parcel yet. */
  unsent: readonly LineUnits[];
  /** The units that are not credited, without free samples. */
  remaining: readonly Pick<LineUnits, "quantity">[];
  shippingLeftPaise: Paise;
  /** What is left of the payments that no dispute bars. */
  refundablePaise: Paise;
  /** The dispute that bars the rest. */
  bar: Pick<OrderDispute, "state"> | null;
  /** What is still to be sent for accepted returns. */
  dueParcels: readonly unknown[];
  /** Whether something was exchanged for returned units. */
  hasExchange: boolean;
  isCashWrittenOff: boolean;
  /** Whether its terms are stored, by which a change of its items is priced. */
  hasTerms: boolean;
  /** Whether a change of its items waits for its payment. */
  hasPendingEdit: boolean;
  /** The courier that is booked for a parcel that has not left. */
  booking: Pick<OpenBooking, "awb" | "courier"> | null;
}

/** The states in which each action that moves an order on is possible. */
export const MOVES = {
  // Only customers confirm orders for cash on delivery.
  process: ["paid"],
  pack: ["paid", "processing"],
  ship: NOT_SENT,
  "out-for-delivery": ["shipped"],
  "delivery-failed": ["out_for_delivery"],
  deliver: UNDER_WAY,
  lost: UNDER_WAY,
  "came-back": UNDER_WAY,
  cancel: CANCELLABLE,
  "return-approve": ["return_requested"],
  "return-receive": ["return_approved"],
  "return-accept": RETURNING,
  "return-decline": RETURNING,
} as const satisfies Partial<Record<OrderAction, readonly OrderState[]>>;
type Move = keyof typeof MOVES;

const isPossibleIn = (move: Move, state: OrderState) => (MOVES[move] as readonly OrderState[]).includes(state);

type Rule = (facts: OrderFacts) => ApiError | null;

const wrongState = (message: string) => new ApiError("wrong_order_state", message);

const inState =
  (move: Move): Rule =>
  ({ order: { number, state } }) => {
    if (isPossibleIn(move, state)) return null;
    const possible = ORDER_ACTION_NAMES.filter(
      (name) => Object.hasOwn(MOVES, name) && isPossibleIn(name as Move, state),
    );
    const allowed = possible.length > 0 ? `only ${possible.join(", ")}` : "nothing";
    return wrongState(`Order ${number} is ${ORDER_BADGES[state]}: ${allowed} can be done with it now, not ${move}.`);
  };

/** In an order of several parcels, each parcel has its own delivery steps. */
const withOneParcel =
  (move: Move): Rule =>
  (facts) =>
    inState(move)(facts) ??
    (isSplit(facts.parcels)
      ? wrongState(`Order ${facts.order.number} is sent in several parcels. Please choose the parcel by its AWB.`)
      : null);

/** An exchange that waits for its payment was agreed for the return as it is. */
const withoutPendingExchange =
  (move: Move): Rule =>
  (facts) =>
    inState(move)(facts) ??
    (facts.hasPendingEdit
      ? wrongState(`The exchange of order ${facts.order.number} waits for its payment. Please withdraw it first.`)
      : null);

/** A courier that is booked comes for the parcel as its label has it. */
const withoutBooking =
  (rule: Rule): Rule =>
  (facts) =>
    rule(facts) ?? (facts.booking && bookedProblem(facts.order.number, facts.booking));

/** It refunds all that is left of the payments, which a bank that is deciding a dispute may take as well. */
const endsOrder =
  (rule: Rule): Rule =>
  (facts) =>
    rule(facts) ?? (facts.bar && isUndecided(facts.bar) ? refundBarred(facts.bar) : null);

const isSentInPart = ({ parcels, unsent }: OrderFacts) => isSplit(parcels) && unsent.length > 0;

/** Some money can be refunded without ending the order. */
const hasRefundable: Rule = ({ refundablePaise, bar }) => {
  if (refundablePaise > 0) return null;
  return bar ? refundBarred(bar) : ApiError.ofField("amount", "Nothing is paid that could be refunded.");
};

/** Why an action is not possible; null if it is. */
const PROBLEMS: Readonly<Record<OrderAction, Rule>> = {
  process: inState("process"),
  pack: inState("pack"),
  ship: withoutBooking((facts) =>
    isSentInPart(facts) && UNDER_WAY.includes(facts.order.state) ? null : inState("ship")(facts),
  ),
  "out-for-delivery": withOneParcel("out-for-delivery"),
  "delivery-failed": withOneParcel("delivery-failed"),
  deliver: (facts) =>
    inState("deliver")(facts) ??
    (isSentInPart(facts)
      ? wrongState(
          `${countUnits(facts.unsent)} of the units of order ${facts.order.number} are not sent yet. Please ship or refund them first.`,
        )
      : null),
  lost: endsOrder(withOneParcel("lost")),
  "came-back": endsOrder(withOneParcel("came-back")),
  "undo-step": ({ order, parcels, hasExchange }) => {
    const { number, state, invoiceNumber } = order;
    if (!isUndoable(state))
      return wrongState(`Order ${number} is ${ORDER_BADGES[state]}: it has no step that could be undone.`);
    if (isSplit(parcels))
      return wrongState(`Order ${number} is sent in several parcels, so its steps can’t be undone.`);
    if (hasExchange) return wrongState(`Items of order ${number} were exchanged, so it stays delivered.`);
    if (!termsOf(order).courierCollects) return null;
    if (state === "packed" && invoiceNumber !== null)
      return wrongState(
        `Order ${number} has its invoice ${invoiceNumber} already. Ship it, or cancel it, which credits the invoice.`,
      );
    if (state === "delivered" && order.cashRemittedAt !== null && cashOf(order) > 0)
      return wrongState(`The cash of order ${number} is settled with its courier, so it stays delivered.`);
    return null;
  },
  edit: (facts) => {
    const { number, state, invoiceNumber } = facts.order;
    if (!NOT_SENT.includes(state))
      return wrongState(`Items can be edited until the parcel leaves. Order ${number} is ${ORDER_BADGES[state]}.`);
    if (facts.hasPendingEdit)
      return wrongState(
        `A change of order ${number} waits for its payment. Please withdraw it before you make another.`,
      );
    if (!facts.hasTerms)
      return wrongState(
        `Order ${number} was placed by an earlier version, which stored no terms to price it by. Please cancel items, and create a draft order for others.`,
      );
    if (facts.booking) return bookedProblem(number, facts.booking);
    if (invoiceNumber === null || !termsOf(facts.order).courierCollects) return null;
    return wrongState(
      `Order ${number} had been shipped by mistake and has its invoice ${invoiceNumber}. Ship it, or cancel it, which credits the invoice.`,
    );
  },
  "withdraw-edit": ({ order, hasPendingEdit }) =>
    hasPendingEdit ? null : wrongState(`No change or exchange of order ${order.number} waits for its payment.`),
  cancel: endsOrder(withoutBooking(inState("cancel"))),
  refund: ({ order, remaining }) => {
    if (!canRefundUnits(order))
      return wrongState(
        termsOf(order).courierCollects && order.paidAt === null
          ? "Items are refunded once the courier has delivered the order and collected the cash."
          : "Items are refunded once the order is shipped, and while no return is open. Before that, cancel them.",
      );
    if (remaining.some(({ quantity }) => quantity > 0)) return null;
    return wrongState("Everything in this order has already been returned or refunded.");
  },
  "refund-shipping": (facts) => {
    const { number, state, invoiceNumber } = facts.order;
    if (!isSale(state) || invoiceNumber === null)
      return wrongState(`Order ${number} has no invoice that could be credited.`);
    if (facts.shippingLeftPaise > 0) return hasRefundable(facts);
    return ApiError.ofField("amount", "Nothing is left of its shipping and fees.");
  },
  goodwill: (facts) => {
    if (isSale(facts.order.state)) return hasRefundable(facts);
    return wrongState(`Order ${facts.order.number} is not sold, so there is nothing to refund.`);
  },
  "undo-write-off-cash": ({ order, isCashWrittenOff }) =>
    isCashWrittenOff ? null : wrongState(`No cash of order ${order.number} is written off.`),
  "return-approve": withoutPendingExchange("return-approve"),
  "return-receive": withoutPendingExchange("return-receive"),
  "return-accept": withoutPendingExchange("return-accept"),
  "return-decline": inState("return-decline"),
  "ship-replacement": withoutBooking(({ order, dueParcels }) =>
    dueParcels.length > 0 ? null : wrongState(`Order ${order.number} waits for no replacement or exchange.`),
  ),
  "deliver-replacement": ({ order, parcels }) =>
    parcels.some((parcel) => parcel.isReplacement && isUnderway(parcel))
      ? null
      : wrongState(`No replacement or exchange of order ${order.number} is on its way.`),
};

export const countUnits = (units: readonly LineUnits[]) => units.reduce((sum, { quantity }) => sum + quantity, 0);

/** Lists the possible actions. */
export const possibleActions = (facts: OrderFacts): OrderAction[] =>
  ORDER_ACTION_NAMES.filter((action) => PROBLEMS[action](facts) === null);

/** @throws ApiError (409, or 422 naming the amount) if the action is not possible */
export function requirePossible(facts: OrderFacts, action: OrderAction): void {
  const problem = PROBLEMS[action](facts);
  if (problem) throw problem;
}
