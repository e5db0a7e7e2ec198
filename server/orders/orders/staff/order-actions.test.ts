import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_ACTION_NAMES } from "../../../../contract/admin/order-actions.ts";
import { ORDER_STATES, type OrderState, PAYMENT_METHODS } from "../../../../contract/orders/schemas.ts";
import { ApiError } from "../../../base/errors.ts";
import { paise } from "../../../base/money.ts";
import { canBecome } from "../lifecycle.ts";
import { MOVES, type OrderFacts, possibleActions, requirePossible } from "./order-actions.ts";

const AT = new Date("2026-11-25");
const ON_ITS_WAY = { outForDeliveryAt: null, deliveredAt: null, lostAt: null, cameBackAt: null };
const WHOLE = { items: null, isReplacement: false, ...ON_ITS_WAY };
const PART = { ...WHOLE, items: [{ position: 0, quantity: 1 }] };
const REPLACEMENT = { ...WHOLE, isReplacement: true };

/** An order of one unit that is paid online and invoiced, with ₹50 of shipping. */
const facts = (state: OrderState, { order, ...others }: FactsOf = {}): OrderFacts => ({
  order: {
    number: "KW-1",
    state,
    paymentMethod: "online",
    paidAt: AT,
    invoiceNumber: "INV-1",
    totalPaise: paise(50_000),
    advancePaise: paise(0),
    exchangedPaise: paise(0),
    cashRemittedAt: null,
    ...order,
  },
  parcels: [],
  unsent: [],
  remaining: [{ quantity: 1 }],
  shippingLeftPaise: paise(5000),
  refundablePaise: paise(50_000),
  bar: null,
  dueParcels: [],
  hasExchange: false,
  isCashWrittenOff: false,
  hasTerms: true,
  hasPendingEdit: false,
  booking: null,
  ...others,
});
type FactsOf = Partial<Omit<OrderFacts, "order">> & { order?: Partial<OrderFacts["order"]> };
const CASH = { order: { paymentMethod: "cash_on_delivery", paidAt: null, invoiceNumber: null } } as const;
const UNPAID = { refundablePaise: paise(0) };

const problemOf = (of: OrderFacts, action: (typeof ORDER_ACTION_NAMES)[number]) => {
  try {
    requirePossible(of, action);
    return null;
  } catch (error) {
    return error;
  }
};

describe("staff's order actions", () => {
  it.each([
    ["pending", ["cancel"]],
    ["expired", []],
    ["paid", ["process", "pack", "ship", "edit", "cancel", "refund-shipping", "goodwill"]],
    ["processing", ["pack", "ship", "edit", "cancel", "refund-shipping", "goodwill"]],
    ["packed", ["ship", "undo-step", "edit", "cancel", "refund-shipping", "goodwill"]],
    [
      "shipped",
      ["out-for-delivery", "deliver", "lost", "came-back", "undo-step", "refund", "refund-shipping", "goodwill"],
    ],
    [
      "out_for_delivery",
      ["delivery-failed", "deliver", "lost", "came-back", "undo-step", "refund", "refund-shipping", "goodwill"],
    ],
    ["delivered", ["undo-step", "refund", "refund-shipping", "goodwill"]],
    ["return_requested", ["refund-shipping", "goodwill", "return-approve", "return-accept", "return-decline"]],
    ["return_approved", ["refund-shipping", "goodwill", "return-receive", "return-accept", "return-decline"]],
    ["return_received", ["refund-shipping", "goodwill", "return-accept", "return-decline"]],
    ["returned", []],
    ["cancelled", []],
  ] as const)("are for an order that is %s and paid online: %j", (state, actions) => {
    expect(possibleActions(facts(state))).toEqual(actions);
  });

  it.each([
    [
      "cash to collect",
      "shipped",
      { ...CASH, ...UNPAID },
      ["out-for-delivery", "deliver", "lost", "came-back", "undo-step"],
    ],
    [
      "cash with an advance",
      "shipped",
      CASH,
      ["out-for-delivery", "deliver", "lost", "came-back", "undo-step", "goodwill"],
    ],
    [
      "cash that was invoiced when it was shipped by mistake",
      "packed",
      { ...UNPAID, order: { ...CASH.order, invoiceNumber: "INV-1" } },
      ["ship", "cancel"],
    ],
    [
      "cash that its courier has remitted",
      "delivered",
      { order: { paymentMethod: "cash_on_delivery", cashRemittedAt: AT } },
      ["refund", "refund-shipping", "goodwill"],
    ],
    [
      "cash that is written off",
      "delivered",
      { ...UNPAID, isCashWrittenOff: true },
      ["undo-step", "refund", "undo-write-off-cash"],
    ],
    [
      "a part that is not sent",
      "out_for_delivery",
      { parcels: [PART], unsent: [{ position: 1, quantity: 2 }] },
      ["ship", "refund", "refund-shipping", "goodwill"],
    ],
    [
      "all its parcels sent",
      "shipped",
      { parcels: [PART, PART] },
      ["deliver", "refund", "refund-shipping", "goodwill"],
    ],
    ["a payment that is refunded", "delivered", UNPAID, ["undo-step", "refund"]],
    ["a payment that is disputed", "delivered", { ...UNPAID, bar: { state: "open" } }, ["undo-step", "refund"]],
    [
      "a payment that the bank is deciding on",
      "shipped",
      { ...UNPAID, bar: { state: "under_review" } },
      ["out-for-delivery", "deliver", "undo-step", "refund"],
    ],
    [
      "a payment that the bank has taken",
      "shipped",
      { ...UNPAID, bar: { state: "lost" } },
      ["out-for-delivery", "deliver", "lost", "came-back", "undo-step", "refund"],
    ],
    ["shipping that is refunded", "delivered", { shippingLeftPaise: paise(0) }, ["undo-step", "refund", "goodwill"]],
    [
      "every unit credited",
      "delivered",
      { remaining: [{ quantity: 0 }] },
      ["undo-step", "refund-shipping", "goodwill"],
    ],
    ["a replacement to send", "returned", { parcels: [WHOLE], dueParcels: [{}] }, ["ship-replacement"]],
    ["a replacement sent", "returned", { parcels: [WHOLE, REPLACEMENT] }, ["deliver-replacement"]],
    [
      "exchanged items to send",
      "delivered",
      { parcels: [WHOLE], dueParcels: [{}], hasExchange: true },
      ["refund", "refund-shipping", "goodwill", "ship-replacement"],
    ],
    [
      "an exchange that awaits its payment",
      "return_received",
      { hasPendingEdit: true },
      ["withdraw-edit", "refund-shipping", "goodwill", "return-decline"],
    ],
  ] as const)("are for an order with %s: %s", (_, state, others, actions) => {
    expect(possibleActions(facts(state, others as FactsOf))).toEqual(actions);
  });

  it("are accepted exactly if they are offered, in every state, with every payment and parcel", () => {
    const amount = fc.constantFrom(paise(0), paise(1));
    const at = fc.constantFrom(null, AT);
    const units = fc.array(fc.record({ position: fc.nat(2), quantity: fc.integer({ min: 0, max: 2 }) }), {
      maxLength: 2,
    });
    const anyFacts = fc.record({
      order: fc.record({
        number: fc.constant("KW-1"),
        state: fc.constantFrom(...ORDER_STATES),
        paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
        paidAt: at,
        invoiceNumber: fc.constantFrom(null, "INV-1"),
        totalPaise: amount,
        advancePaise: fc.constant(paise(0)),
        exchangedPaise: fc.constant(paise(0)),
        cashRemittedAt: at,
      }),
      parcels: fc.array(
        fc.record({
          ...{ items: fc.option(units), isReplacement: fc.boolean() },
          ...{ outForDeliveryAt: at, deliveredAt: at, lostAt: at, cameBackAt: at },
        }),
        { maxLength: 3 },
      ),
      unsent: units,
      remaining: units,
      shippingLeftPaise: amount,
      refundablePaise: amount,
      bar: fc.constantFrom(null, { state: "open" } as const, { state: "lost" } as const),
      dueParcels: fc.array(fc.constant({}), { maxLength: 2 }),
      hasExchange: fc.boolean(),
      isCashWrittenOff: fc.boolean(),
      hasTerms: fc.boolean(),
      hasPendingEdit: fc.boolean(),
      booking: fc.constantFrom(null, { awb: null, courier: null }),
    });
    fc.assert(
      fc.property(anyFacts, (of) => {
        const offered = possibleActions(of);
        for (const action of ORDER_ACTION_NAMES) {
          const problem = problemOf(of, action);
          expect(problem === null).toBe(offered.includes(action));
          if (problem !== null) expect(problem).toBeInstanceOf(ApiError);
        }
      }),
    );
  });

  it("lead from each of their states to one that can follow it", () => {
    const RESULTS: Readonly<Record<keyof typeof MOVES, OrderState>> = {
      process: "processing",
      pack: "packed",
      ship: "shipped",
      "out-for-delivery": "out_for_delivery",
      "delivery-failed": "shipped",
      deliver: "delivered",
      lost: "cancelled",
      "came-back": "cancelled",
      cancel: "cancelled",
      "return-approve": "return_approved",
      "return-receive": "return_received",
      "return-accept": "returned",
      "return-decline": "delivered",
    };
    for (const [move, states] of Object.entries(MOVES))
      for (const state of states) expect(canBecome(state, RESULTS[move as keyof typeof MOVES])).toBe(true);
  });
});

describe("an order action that is not possible", () => {
  it.each([
    [
      facts("shipped"),
      "pack",
      "Order KW-1 is Shipped: only out-for-delivery, deliver, lost, came-back can be done with it now, not pack.",
    ],
    [facts("returned"), "cancel", "Order KW-1 is Returned: nothing can be done with it now, not cancel."],
    [
      facts("shipped", { parcels: [PART] }),
      "lost",
      "Order KW-1 is sent in several parcels. Please choose the parcel by its AWB.",
    ],
    [
      facts("shipped", { parcels: [PART], unsent: [{ position: 1, quantity: 2 }] }),
      "deliver",
      "2 of the units of order KW-1 are not sent yet. Please ship or refund them first.",
    ],
    [facts("delivered", UNPAID), "goodwill", "Nothing is paid that could be refunded."],
    [
      facts("packed", { booking: { awb: "DL1", courier: "Delhivery" } }),
      "ship",
      "Delhivery, AWB DL1, is booked for the parcel of order KW-1. Cancel the booking first, on the order’s page.",
    ],
    [
      facts("returned", { booking: { awb: null, courier: null }, dueParcels: [{}] }),
      "ship-replacement",
      "A courier is being booked for the parcel of order KW-1.",
    ],
  ] as const)("is rejected with the reason: %#", (of, action, sentence) => {
    expect(() => requirePossible(of, action)).toThrow(sentence);
  });
});
