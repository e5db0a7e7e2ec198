/** Razorpay's published test data with their outcomes; nothing else is accepted. */

import type { PaymentFailure, RazorpayCard } from "./entities.ts";

/** A one-time code of this length is accepted, with any digits. */
export const OTP_DIGITS = { min: 4, max: 10 };

const failure = (
  reason: string,
  description: string,
  { code = "BAD_REQUEST_ERROR", source = "bank", step = "payment_authorization" }: Partial<PaymentFailure> = {},
): PaymentFailure => ({ code, description, source, step, reason });

export const TIMED_OUT = failure(
  "payment_timed_out",
  "Your payment could not be completed due to a temporary issue. Try again later.",
  { source: "customer", step: "payment_authentication" },
);
export const CANCELLED = failure(
  "payment_cancelled",
  "Your payment has been cancelled. Try again or complete the payment later.",
  { source: "customer", step: "payment_authentication" },
);
export const WRONG_OTP = failure(
  "incorrect_otp",
  "Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.",
  { source: "customer", step: "payment_authentication" },
);
/** A decline without further details. */
export const DECLINED_BY_BANK = failure(
  "payment_failed",
  "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
);
const UPI_FAILED = failure(
  "payment_failed",
  "Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.",
  { source: "gateway", step: "payment_response" },
);

interface TestCard {
  number: string;
  network: RazorpayCard["network"];
  /** The outcome in words. */
  effect: string;
  /** Null if it succeeds after a one-time code. */
  outcome: PaymentFailure | null;
}

export const TEST_CARDS: TestCard[] = [
  { number: "4100 2800 0000 1007", network: "Visa", effect: "succeeds", outcome: null },
  { number: "5500 6700 0000 1002", network: "MasterCard", effect: "succeeds", outcome: null },
  {
    number: "4100 2800 0006 0003",
    network: "Visa",
    effect: "is declined",
    outcome: failure(
      "card_declined",
      "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.",
    ),
  },
  {
    number: "4100 2800 0008 0001",
    network: "Visa",
    effect: "lacks funds",
    outcome: failure(
      "insufficient_fund",
      "Your payment could not be completed due to insufficient account balance. Try another card or payment method.",
    ),
  },
  { number: "4100 2800 0009 0000", network: "Visa", effect: "times out", outcome: TIMED_OUT },
];

export const TEST_VPAS: { vpa: string; effect: string; outcome: PaymentFailure | null }[] = [
  { vpa: "success@razorpay", effect: "succeeds", outcome: null },
  { vpa: "failure@razorpay", effect: "fails", outcome: UPI_FAILED },
];

export const BANKS: { code: string; name: string }[] = [
  { code: "SBIN", name: "State Bank of India" },
  { code: "HDFC", name: "HDFC Bank" },
  { code: "ICIC", name: "ICICI Bank" },
  { code: "UTIB", name: "Axis Bank" },
  { code: "KKBK", name: "Kotak Mahindra Bank" },
];

const digitsOf = (number: string) => number.replace(/\D/g, "");

export const findTestCard = (number: string) =>
  TEST_CARDS.find((card) => digitsOf(card.number) === digitsOf(number)) ?? null;

export const findTestVpa = (vpa: string) => TEST_VPAS.find((known) => known.vpa === vpa.trim().toLowerCase()) ?? null;
