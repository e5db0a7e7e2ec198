import * as z from "zod/mini";

/**
 * Every error of the API: its stable code, its HTTP status, and when it occurs. Clients decide by the code; messages are for people
 * and may change.
 */
export const ERROR_CODES = {
  bad_request: { status: 400, meaning: "The request cannot be read" },
  payment_not_verified: { status: 400, meaning: "The provider did not sign this payment for this order" },
  unauthorized: { status: 401, meaning: "No session has this token" },
  foreign_origin: { status: 403, meaning: "A write that does not come from the shop's own pages" },
  permission_missing: { status: 403, meaning: "The role lacks a permission, which the message names" },
  step_up_required: { status: 403, meaning: "The action needs the second factor again" },
  not_found: { status: 404, meaning: "It does not exist, or belongs to another customer" },
  method_not_allowed: { status: 405, meaning: "The path does not support this method" },
  request_timeout: { status: 408, meaning: "The body took too long to arrive" },
  conflict: { status: 409, meaning: "It does not fit the stored state" },
  above_printed_mrp: {
    status: 409,
    meaning: "Packs in stock carry a lower MRP; keep it, or state with packsCarryMrp that they carry the new one",
  },
  already_paid: { status: 409, meaning: "The order is paid" },
  cart_changed: { status: 409, meaning: "A product of the cart is sold out, more expensive or no longer sold" },
  code_required: { status: 409, meaning: "A code was mailed; send it to continue" },
  request_repeated: {
    status: 409,
    meaning: "A request with this Idempotency-Key is being done, or its response was lost; read what it concerns again",
  },
  email_taken: { status: 409, meaning: "The email has an account" },
  linked_elsewhere: { status: 409, meaning: "The email is linked to another Google account" },
  open_orders: { status: 409, meaning: "The account has orders that are still open" },
  offer_ended: { status: 409, meaning: "An offer of the cart no longer applies, so the total has changed" },
  order_is_free: { status: 409, meaning: "The order costs nothing, so there is no payment to open" },
  payment_confirming: { status: 409, meaning: "The order's payment is being confirmed" },
  payment_in_progress: { status: 409, meaning: "Another tab is paying for the cart" },
  label_stale: { status: 409, meaning: "The printed address label names another amount to collect than is due" },
  payment_disputed: { status: 409, meaning: "The bank takes the payment back, or has, so it is not refunded" },
  price_changed: { status: 409, meaning: "The total differs from the one that the client showed" },
  cash_not_available: { status: 409, meaning: "The order cannot be paid in cash on delivery; the message says why" },
  gift_wrap_not_available: { status: 409, meaning: "The shop offers no gift wrap" },
  not_delivered: { status: 409, meaning: "The shop does not deliver to this pincode, or not by this method" },
  shop_closed: { status: 503, meaning: "The shop is not open to everybody yet" },
  wrong_order_state: { status: 409, meaning: "The order's state does not allow this" },
  payload_too_large: { status: 413, meaning: "The body, or a file in it, is too large" },
  unsupported_media_type: { status: 415, meaning: "The body has another content type" },
  idempotency_key_reused: { status: 422, meaning: "Another request had this Idempotency-Key; use a new one" },
  invalid_input: { status: 422, meaning: "A field of the body is not valid" },
  address_book_full: { status: 422, meaning: "The address book is full" },
  cart_empty: { status: 422, meaning: "The cart is empty" },
  cart_full: { status: 422, meaning: "The cart has as many different products as it may" },
  code_expired: { status: 422, meaning: "The mailed code was used, has expired, or was mistyped too often" },
  code_wrong: { status: 422, meaning: "The mailed code is not right" },
  credentials_wrong: { status: 422, meaning: "Email and password do not match" },
  google_rejected: { status: 422, meaning: "Google's token is not valid here" },
  letters_not_printable: {
    status: 422,
    meaning:
      "The fonts of labels and invoices lack letters of a name, an address or a gift message; the message names them",
  },
  mobile_required: { status: 422, meaning: "An order for cash on delivery needs a mobile number" },
  samples_not_available: {
    status: 409,
    meaning: "The cart has not earned free samples, the shop offers none, or a chosen one has run out",
  },
  offer_not_applicable: { status: 422, meaning: "The offer's code is unknown, expired, used or for somebody else" },
  order_amount: { status: 422, meaning: "The total is below the minimum or above the maximum of an order" },
  out_of_stock: { status: 422, meaning: "The product is out of stock" },
  password_too_common: { status: 422, meaning: "The new password is one of the most common ones" },
  password_wrong: { status: 422, meaning: "The current password is not right" },
  quantity_limit: { status: 422, meaning: "More units than are in stock, or than one order may have" },
  second_factor_required: { status: 422, meaning: "The password is right; send it with the code of the second factor" },
  state_differs: {
    status: 422,
    meaning: "The address's state is not that of its pincode; the message names the pincode's",
  },
  state_unknown: {
    status: 422,
    meaning: "The address's state is none of India's, and its pincode does not tell it either",
  },
  token_expired: { status: 422, meaning: "The mailed link was used or has expired" },
  upload_gone: { status: 422, meaning: "An uploaded file was deleted meanwhile; upload it again" },
  wishlist_full: { status: 422, meaning: "The wishlist is full" },
  rate_limited: { status: 429, meaning: "Too many attempts; Retry-After has the seconds to wait" },
  stock_held: {
    status: 429,
    meaning:
      "The customer has reserved stock without paying for too long or too often; Retry-After has the seconds to wait",
  },
  headers_too_large: { status: 431, meaning: "The URL or the headers are too long" },
  internal_error: { status: 500, meaning: "The server failed; details are only logged" },
  unavailable: {
    status: 503,
    meaning: "The shop is too busy, or a service is unavailable; Retry-After may have the seconds to wait",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An invalid field: its path (`perPage`, `address.pincode`) and how to correct it. */
const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** The body of every error. */
export const errorResponse = z.object({
  success: z.literal(false),
  statusCode: z.number(),
  code: z.enum(Object.keys(ERROR_CODES) as ErrorCode[]),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
