/** The buyer's actions in the payment window, and their results. */

import { z } from "zod";
import type { Database, DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import type { PaymentFailure } from "./entities.ts";
import { ORDER_ALREADY_PAID, RazorpayError } from "./errors.ts";
import {
  listOfOrder,
  type OrderRecord,
  type PaymentRecord,
  readByReference,
  withOrder,
  withPayment,
} from "./ledger.ts";
import { authorizePayment, failPayment, type PaymentStart, startPayment } from "./payments.ts";
import { notes } from "./request-body.ts";
import { type Credentials, paymentSignature } from "./signatures.ts";
import { BANKS, CANCELLED, DECLINED_BY_BANK, findTestCard, findTestVpa, OTP_DIGITS, WRONG_OTP } from "./test-data.ts";

export type WindowResponse =
  /** The bank authenticates the buyer: by a one-time code, or on its own page. */
  | { status: "otp" | "bank"; payment_id: string }
  | {
      status: "paid";
      response: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
    }
  | { status: "failed"; error: PaymentFailure & { metadata: { order_id: string; payment_id: string } } }
  | { status: "invalid"; errors: { field: string; message: string }[] }
  /** The order accepts no payment. */
  | { status: "closed"; message: string };

const text = (max: number) => z.string().trim().max(max);
/** Finds Razorpay's published test data by what the buyer types; nothing else is accepted. */
const testData = <Known>(max: number, find: (typed: string) => Known | null, missing: string, unknown: string) =>
  text(max).transform((typed, context): Known => {
    const known = find(typed);
    if (known) return known;
    context.issues.push({ code: "custom", message: typed === "" ? missing : unknown, input: typed });
    return z.NEVER;
  });
const cardForm = z.object({
  method: z.literal("card"),
  number: testData(
    30,
    findTestCard,
    "Enter the card number.",
    "The sandbox takes the test cards below only. Please don’t enter a card of your own.",
  ),
  expiry: text(7)
    .regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, "Enter the expiry as MM/YY.")
    .refine((expiry) => !hasExpired(expiry), "This card has expired."),
  cvv: text(4).regex(/^\d{3,4}$/, "Enter the 3 digits on the back of the card."),
  name: text(60).min(1, "Enter the name on the card."),
});
const upiForm = z.object({
  method: z.literal("upi"),
  vpa: testData(100, findTestVpa, "Enter a UPI ID.", "The sandbox takes success@razorpay and failure@razorpay only."),
});
const bankForm = z.object({
  method: z.literal("netbanking"),
  bank: z.enum(BANKS.map(({ code }) => code) as [string, ...string[]], "Choose a bank."),
});
const attemptBody = z.object({
  order_id: z.string().max(60),
  attempt: z.uuid(),
  email: text(254),
  contact: text(20).regex(/^\+?[\d\s-]{8,18}$/, "Enter a mobile number."),
  description: z
    .string()
    .transform((line) => line.slice(0, 255))
    .optional(),
  notes: notes.optional(),
});
const payBody = z.intersection(attemptBody, z.discriminatedUnion("method", [cardForm, upiForm, bankForm]));

/** Pays by the buyer's form. An attempt that is sent twice is one payment. */
export async function pay(db: Database, credentials: Credentials, body: unknown): Promise<WindowResponse> {
  const read = payBody.safeParse(body);
  if (!read.success) return invalid(read.error.issues.map((issue) => ({ field: String(issue.path.at(-1)), ...issue })));
  const { order_id: orderId, attempt, email, contact, description, notes, ...form } = read.data;
  try {
    const paymentMethod = methodOf(form);
    return await withOrder(db, orderId, async (trx, order) => {
      const existing = await readByReference(trx, "payment", attempt);
      if (existing?.order_id === orderId) return responseFor(existing, credentials);
      const options = { now: new Date() };
      const payment = await startPayment(
        trx,
        order,
        { ...paymentMethod, email, contact, description, notes, attempt },
        options,
      );
      if (paymentMethod.outcome) await failPayment(trx, order, payment, paymentMethod.outcome, options);
      else if (payment.method === "upi") await authorizePayment(trx, order, payment, options);
      return responseFor(payment, credentials);
    });
  } catch (error) {
    if (error instanceof RazorpayError) return { status: "closed", message: closedMessage(error) };
    throw error;
  }
}

type Form = z.infer<typeof cardForm> | z.infer<typeof upiForm> | z.infer<typeof bankForm>;

/** Returns the payment method to store: of a card the network and the last digits, never the number. */
function methodOf(form: Form): Pick<PaymentStart, "method" | "card" | "vpa" | "bank" | "outcome"> {
  switch (form.method) {
    case "card": {
      const { network, number, outcome } = form.number;
      const stored = { name: form.name, last4: number.slice(-4), network, type: "debit", issuer: null } as const;
      return { method: "card", card: { ...stored, international: false, emi: false, sub_type: "consumer" }, outcome };
    }
    case "upi":
      return { method: "upi", vpa: form.vpa.vpa, outcome: form.vpa.outcome };
    case "netbanking":
      return { method: "netbanking", bank: form.bank, outcome: null };
  }
}

function hasExpired(expiry: string, now = new Date()): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  return 2000 + year < now.getFullYear() || (2000 + year === now.getFullYear() && month < now.getMonth() + 1);
}

/** Concludes a payment by the buyer's one-time code. */
export async function confirmByCode(
  db: Database,
  credentials: Credentials,
  { paymentId, otp }: { paymentId: string; otp: string },
): Promise<WindowResponse> {
  const { min, max } = OTP_DIGITS;
  if (!/^\d+$/.test(otp) || otp.length > max)
    return invalid([{ field: "otp", message: `Enter the code: ${min} to ${max} digits.` }]);
  return conclude(db, credentials, paymentId, otp.length >= min ? null : WRONG_OTP);
}

/** Concludes a payment when the buyer returns from the bank's page. */
export const confirmAtBank = (
  db: Database,
  credentials: Credentials,
  { paymentId, success }: { paymentId: string; success: boolean },
): Promise<WindowResponse> => conclude(db, credentials, paymentId, success ? null : DECLINED_BY_BANK);

/** Fails a payment that the buyer cancels before the bank has authenticated them. */
export const cancel = (db: Database, credentials: Credentials, paymentId: string): Promise<WindowResponse> =>
  conclude(db, credentials, paymentId, CANCELLED);

/** Authorizes or fails a payment that waits for the buyer; leaves any other unchanged. */
async function conclude(
  db: Database,
  credentials: Credentials,
  paymentId: string,
  failure: PaymentFailure | null,
): Promise<WindowResponse> {
  try {
    return await withPayment(db, paymentId, async (trx, payment, order) => {
      if (payment.status !== "created") return responseFor(payment, credentials);
      const options = { now: new Date() };
      // Another window may have paid first.
      const reason = (await hasSuccessfulPayment(trx, order)) ? PAID_MEANWHILE : failure;
      if (reason) await failPayment(trx, order, payment, reason, options);
      else await authorizePayment(trx, order, payment, options);
      return responseFor(payment, credentials);
    });
  } catch (error) {
    if (error instanceof RazorpayError) return { status: "closed", message: closedMessage(error) };
    throw error;
  }
}

const PAID_MEANWHILE: PaymentFailure = { ...CANCELLED, source: "business", description: ORDER_ALREADY_PAID };

async function hasSuccessfulPayment(trx: DatabaseOrTransaction, order: OrderRecord): Promise<boolean> {
  if (order.status === "paid") return true;
  return (await listOfOrder(trx, "payment", order.id)).some(({ status }) => status === "authorized");
}

function responseFor(payment: PaymentRecord, credentials: Credentials): WindowResponse {
  const { id, order_id: orderId } = payment;
  switch (payment.status) {
    case "created":
      return { status: payment.method === "netbanking" ? "bank" : "otp", payment_id: id };
    case "failed":
      return {
        status: "failed",
        error: {
          code: payment.error_code as PaymentFailure["code"],
          description: payment.error_description ?? "",
          source: payment.error_source ?? "",
          step: payment.error_step ?? "",
          reason: payment.error_reason ?? "",
          metadata: { order_id: orderId, payment_id: id },
        },
      };
    default:
      return {
        status: "paid",
        response: {
          razorpay_payment_id: id,
          razorpay_order_id: orderId,
          razorpay_signature: paymentSignature(credentials, orderId, id),
        },
      };
  }
}

/** Returns the first error of each field. */
const invalid = (problems: { field: string; message: string }[]): WindowResponse => ({
  status: "invalid",
  errors: problems
    .filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
    .map(({ field, message }) => ({ field, message })),
});

/** Returns the message for the buyer. */
function closedMessage(error: RazorpayError): string {
  return error.message === ORDER_ALREADY_PAID || /already done/.test(error.message)
    ? "This order has already been paid. You haven’t been charged twice."
    : "We can’t open this payment: the shop’s order isn’t known here.";
}
