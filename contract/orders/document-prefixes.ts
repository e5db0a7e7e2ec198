/**
 * What the numbers of each kind of document began with before the owner could choose it; still so by default, and for the kinds that need no choice:
 * delivery challans, receipt vouchers and refund vouchers.
 */
export const FIRST_PREFIXES = {
  invoice: "KW",
  credit_note: "CN",
  delivery_challan: "DC",
  receipt_voucher: "RV",
  refund_voucher: "RF",
} as const;
export type NumberedDocument = keyof typeof FIRST_PREFIXES;

/**
 * What the numbers of test orders' documents begin with. No prefix that an owner can choose has a hyphen, so no tax document is ever in these series.
 */
export const TEST_PREFIXES = {
  invoice: "T-I",
  credit_note: "T-C",
  delivery_challan: "T-D",
  receipt_voucher: "T-R",
  refund_voucher: "T-F",
} as const satisfies Record<NumberedDocument, string>;

/** Whether a document is a test order's, by its number. */
export const isTestDocument = (number: string): boolean => number.startsWith("T-");

/** The kinds whose prefix and next number the owner may choose. */
export const CHOSEN_PREFIXES = ["invoice", "credit_note"] as const satisfies NumberedDocument[];
export type ChosenPrefix = (typeof CHOSEN_PREFIXES)[number];

/** What begins the numbers of other documents, and so no invoice's or credit note's. */
export const FIXED_PREFIXES = [
  FIRST_PREFIXES.delivery_challan,
  FIRST_PREFIXES.receipt_voucher,
  FIRST_PREFIXES.refund_voucher,
] as const;

/**
 * The longest prefix of an invoice or credit note. A number has at most 16 characters (rule 46(b) of the CGST Rules), of which the financial year and
 * a serial number of six digits take thirteen: `/26-27/000123`.
 */
export const MAX_DOCUMENT_PREFIX = 3;
/** The longest number of a document. */
export const MAX_DOCUMENT_NUMBER = 16;
