import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { newId, notesOf, unixSeconds } from "./entities.ts";
import { add, type OrderRecord } from "./ledger.ts";
import { notes, readBody } from "./request-body.ts";

/** Bounds of an order's amount, in paise. */
const MIN = 100;
const MAX = 2_000_000_000;

const minutes = (name: string) => z.int(`The ${name} must be an integer.`);
const orderBody = z.strictObject({
  amount: z
    .int({ error: ({ input }) => (input === undefined ? undefined : "The amount must be an integer.") })
    .min(MIN, "The amount must be at least INR 1.00")
    .max(MAX, "Amount exceeds maximum amount allowed."),
  currency: z
    .string({ error: ({ input }) => (input === undefined ? undefined : "The currency must be a string.") })
    .regex(/^INR$/, "Currency is not supported"),
  receipt: z
    .string("The receipt must be a string.")
    .max(40, "The receipt may not be greater than 40 characters.")
    .nullish(),
  notes: notes.optional(),
  partial_payment: z.literal(false, "Partial payments are not enabled for this account.").optional(),
  payment_capture: z.union([z.boolean(), z.literal(0), z.literal(1)], "The payment capture must be 0 or 1.").optional(),
  payment: z
    .strictObject({
      capture: z.enum(["automatic", "manual"], "The capture must be automatic or manual."),
      capture_options: z
        .strictObject({
          automatic_expiry_period: minutes("automatic expiry period")
            .min(12, "The automatic expiry period must be at least 12.")
            .optional(),
          manual_expiry_period: minutes("manual expiry period")
            .max(7200, "The manual expiry period may not be greater than 7200.")
            .optional(),
          refund_speed: z.enum(["normal", "optimum"], "The refund speed must be normal or optimum.").nullish(),
        })
        .refine(
          ({ automatic_expiry_period: automatic = 0, manual_expiry_period: manual = 7200 }) => manual >= automatic,
          "The manual expiry period must not be less than the automatic expiry period.",
        )
        .optional(),
    })
    .refine(
      ({ capture, capture_options: options }) =>
        capture === "manual" || !options || options.automatic_expiry_period !== undefined,
      "The automatic expiry period field is required when capture is automatic.",
    )
    .optional(),
});

/**
 * `POST /v1/orders`. Without a `payment.capture` a payment stays authorized, since the account's default is manual.
 * @throws RazorpayError
 */
export async function createOrder(db: Database, body: unknown, now: Date): Promise<OrderRecord> {
  const { amount, currency, receipt, notes, payment, payment_capture } = readBody(orderBody, body);
  const order: OrderRecord = {
    id: newId("order"),
    entity: "order",
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: notesOf(notes),
    created_at: unixSeconds(now),
    sandbox: { capture: payment?.capture ?? (payment_capture ? "automatic" : "manual") },
  };
  await add(db, "order", order, { reference: order.receipt }, now);
  return order;
}
