/** Orders of all customers. Amounts are rupees. */

import * as z from "zod/mini";
import { REPORTED_ENDS } from "../couriers.ts";
import { CHANGE_NOUNS } from "../orders/change-nouns.ts";
import { orderUnits } from "../orders/forms.ts";
import { orderReturn, requestedSize } from "../orders/returns.ts";
import {
  ORDER_STATES,
  orderDetail,
  orderItem,
  orderNumber,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  units,
} from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import { plainCode, plainNumber } from "../written-numbers.ts";
import { DISPUTE_STATES } from "./disputes.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { FULFILMENT_STEPS, OTHER_ACTIONS } from "./order-actions.ts";
import { period } from "./period.ts";

/** The tabs of the list, by the next action of each order; `all` has every order. */
export const ORDER_TABS = ["to_pack", "to_ship", "in_transit", "returns", "unpaid", "all"] as const;
export type OrderTab = (typeof ORDER_TABS)[number];
/** A tab with as many orders shows "99+". */
export const MAX_TAB_COUNT = 100;

/**
 * Documents that staff prints. `invoice` is the original for the recipient, `invoice_transporter` and `invoice_supplier` are its copies for
 * the courier and for the shop's own files.
 */
export const ORDER_DOCUMENTS = [
  "slip",
  "label",
  "invoice",
  "invoice_transporter",
  "invoice_supplier",
  "challan",
  "voucher",
] as const;
export type PrintedDocument = (typeof ORDER_DOCUMENTS)[number];

/** Emails that staff can send again. `payment_link` is that of a change or an exchange that waits for its payment. */
export const ORDER_MAILS = ["confirmation", "shipped", "delivered", "payment_link"] as const;
export type OrderMail = (typeof ORDER_MAILS)[number];

/** Reasons to approve, accept or decline a return. Customers do not see them; they read what staff writes. */
export const RETURN_REASONS = [
  "damaged",
  "leaked",
  "wrong_item",
  "not_as_described",
  "changed_mind",
  "used",
  "too_late",
  "not_ours",
  "other",
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The text of the search field: an order number, an email, a phone number, an AWB, or words of a name. */
const search = textField({ max: 100, error: "Please search with at most 100 characters." });

/** Whether an order is paid; `refunded` has a refund of all or some of it. */
const PAYMENT_FILTERS = ["paid", "unpaid", "refunded"] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];

export const orderTab = z._default(z.enum(ORDER_TABS, `tab must be one of ${ORDER_TABS.join(", ")}.`), "all");
/** Filters of the orders list besides its tab. */
export const adminOrderFilter = {
  q: z.optional(search),
  state: z.optional(z.enum(ORDER_STATES)),
  payment: z.optional(z.enum(PAYMENT_METHODS)),
  /** `missing`: orders that wait to be sent and have no phone number for the courier. */
  phone: z.optional(z.enum(["missing"], "phone must be missing.")),
  /** Orders with a size: its SKU or barcode, or else words of its product's title. */
  item: z.optional(textField({ max: 100, error: "Please name a product with at most 100 characters." })),
  paymentState: z.optional(z.enum(PAYMENT_FILTERS, `paymentState must be one of ${PAYMENT_FILTERS.join(", ")}.`)),
  /** The state or union territory that it is sent to, in any usual spelling. */
  deliveryState: z.optional(textField({ max: 60, error: "Please give a state with at most 60 characters." })),
  /** The pincode that it is sent to, or its first digits. */
  pincode: z.optional(
    textField({
      max: 6,
      pattern: /^[1-9]\d{0,5}$/,
      error: "Please give a pincode of six digits, or its first digits.",
      rewrite: plainNumber,
    }),
  ),
  /** Orders that shopping agents brought: `any`, or those of a platform by its address, such as `agent.example`. */
  agent: z.optional(textField({ max: 260, error: "Please give an address with at most 260 characters." })),
  /** The first and the last day in India on which a parcel of it left. */
  shippedFrom: period.from,
  shippedTo: period.to,
  /** The first and the last day on which it was placed. */
  ...period,
};
export const adminOrderQuery = z.object({
  tab: orderTab,
  ...adminOrderFilter,
  /** Orders that were changed, or of which money was refunded, at this time or later. */
  changedSince: z.optional(z.iso.datetime({ offset: true, error: "changedSince looks like 2026-11-25T10:30:00Z." })),
  sort: z._default(z.enum(["newest", "oldest"], "sort must be newest or oldest."), "newest"),
  /** The number of the last order of the previous page. */
  after: z.optional(orderNumber),
});
export type AdminOrderQuery = z.infer<typeof adminOrderQuery>;

/** Whether it was placed while the shop took test payments: it counts in no report, tax return or file. */
const isTest = z.boolean();

const listedOrder = z.object({
  number: z.string(),
  state: z.enum(ORDER_STATES),
  badge: z.string(),
  orderedAt: z.string(),
  customer: z.string(),
  city: z.string(),
  /** Whether it waits to be sent and has no phone number for the courier. */
  lacksPhone: z.boolean(),
  units: z.number(),
  total: rupees,
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** The promised day of delivery; null without a promise. */
  deliverBy: z.nullable(z.string()),
  isTest,
  /** What a change of its items waits to be paid; 0 without one. */
  dueForEdit: rupees,
});
export type ListedOrder = z.infer<typeof listedOrder>;

const adminOrderList = z.object({ orders: z.array(listedOrder), hasMore: z.boolean() });
export type AdminOrderList = z.infer<typeof adminOrderList>;

const tabCounts = z.object({
  to_pack: z.number(),
  to_ship: z.number(),
  in_transit: z.number(),
  returns: z.number(),
  unpaid: z.number(),
});
export type TabCounts = z.infer<typeof tabCounts>;

export const adminOrder = z.object({
  ...orderDetail.shape,
  isTest,
  /** Origin of the platform whose agent brought it, such as `https://agent.example`; null for any other order. */
  agent: z.nullable(z.string()),
  items: z.array(z.object({ ...orderItem.shape, sku: z.string() })),
  /** The customer's `_id`. */
  customerId: z.string(),
  /** Sent with a change, which is rejected if the order has changed since. */
  version: z.number(),
  mobile: z.string(),
  /** Whether the number that the courier calls can still be changed: until the parcel leaves. */
  canChangePhone: z.boolean(),
  /** The part of its shipping and fees that is not refunded. */
  shippingLeft: rupees,
  /** The steps that are possible now. */
  steps: z.array(z.enum(FULFILMENT_STEPS)),
  /** The other actions that are possible now. */
  actions: z.array(z.enum(OTHER_ACTIONS)),
  /** What the actions on what is due for a return, is on its way for it, or waits for its payment, are about. */
  nouns: z.object({
    due: z.nullable(z.enum(CHANGE_NOUNS)),
    underway: z.nullable(z.enum(CHANGE_NOUNS)),
    pending: z.nullable(z.enum(CHANGE_NOUNS)),
  }),
  returns: z.array(
    z.object({
      ...orderReturn.shape,
      /** With how many units of the size can be sold now. */
      requestedExchange: z.array(z.object({ ...requestedSize.shape, available: z.number() })),
      decisionReason: z.nullable(z.enum(RETURN_REASONS)),
    }),
  ),
  /** Parcels whose end their courier has reported and staff has not confirmed, with the units in each. */
  reported: z.array(z.object({ awb: z.string(), end: z.enum(REPORTED_ENDS), at: z.string(), units })),
  /** Every payment attempt, oldest first. */
  payments: z.array(
    z.object({
      reference: z.string(),
      state: z.enum(PAYMENT_STATES),
      method: z.string(),
      detail: z.string(),
      amount: rupees,
      failure: z.string(),
      at: z.string(),
    }),
  ),
  /** Of its payments, newest first. `barsRefund`: the bank takes the payment back, or has. */
  disputes: z.array(
    z.object({
      _id: z.string(),
      state: z.enum(DISPUTE_STATES),
      amount: rupees,
      respondBy: z.nullable(z.string()),
      submittedAt: z.nullable(z.string()),
      barsRefund: z.boolean(),
    }),
  ),
  /**
   * Null unless a label was printed and names another amount to collect than is due by now, such as after a payment online, or another receiver than
   * the order has: it is held back then, until the label is printed again.
   */
  staleLabel: z.nullable(
    z.object({ collects: rupees, due: rupees, hasOtherReceiver: z.boolean(), printedAt: z.string() }),
  ),
  /** The value in rupees above which a parcel needs an e-way bill, if the order is above it; else null. */
  ewayBillAbove: z.nullable(rupees),
  /** The documents that exist. */
  documents: z.array(z.enum(ORDER_DOCUMENTS)),
  /** The emails that can be sent again. */
  mails: z.array(z.enum(ORDER_MAILS)),
  /** Whether its address can still be changed: until its parcel leaves. */
  canChangeAddress: z.boolean(),
  /** The newest first. */
  notes: z.array(
    z.object({ _id: z.string(), text: z.string(), toCustomer: z.boolean(), by: z.string(), at: z.string() }),
  ),
  /**
   * Its events, newest first, each with its author: a member of staff, a command, the customer or the shop; empty for a payment, a refund and an
   * email. `state` is the new state, or null if it did not change.
   */
  history: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(["state", "action", "payment", "refund", "mail"]),
      state: z.nullable(z.enum(ORDER_STATES)),
      title: z.string(),
      by: z.string(),
      note: z.string(),
    }),
  ),
});
export type AdminOrder = z.infer<typeof adminOrder>;

export const byNumber = z.object({ number: orderNumber });
/** The version of the order that the caller has seen. */
export const version = z.int();
export const courier = textField({ min: 2, max: 60, error: "The courier’s name has 2 to 60 characters." });
/** The courier and AWB of a parcel. */
export const parcel = {
  courier,
  awb: textField({
    max: 60,
    pattern: /^[0-9A-Z-]{4,40}$/,
    error: "An AWB has 4 to 40 letters, digits and hyphens.",
    rewrite: plainCode,
  }),
};
/** The number of an e-way bill. */
export const ewayBill = textField({
  max: 12,
  pattern: /^\d{12}$/,
  error: "An e-way bill has a number of 12 digits.",
  rewrite: plainNumber,
  mayBeEmpty: true,
});
export const byParcel = z.object({ ...byNumber.shape, awb: parcel.awb });
const stepBody = z.object({ version });
const READ = { tag: "Orders", permission: "view_orders" } as const;
const STEP = {
  tag: "Orders",
  permission: "fulfil_orders",
  method: "POST",
  repeat: "seen",
  params: byNumber,
  errorStatuses: [409],
  response: responseOf(adminOrder),
} as const;

export const adminOrderEndpoints = {
  listAllOrders: {
    ...READ,
    method: "GET",
    path: "/orders",
    summary: "Orders by tab, 50 a page",
    query: adminOrderQuery,
    errorStatuses: [404],
    response: responseOf(adminOrderList),
  },
  countOrders: {
    ...READ,
    method: "GET",
    path: "/orders/counts",
    summary: `How many orders each tab has, ${MAX_TAB_COUNT} at most`,
    response: responseOf(tabCounts),
  },
  readNeighbours: {
    ...READ,
    method: "GET",
    path: "/orders/:number/neighbours",
    summary: "The orders before and after one in a filtered list",
    params: byNumber,
    query: adminOrderQuery,
    errorStatuses: [404],
    response: responseOf(z.object({ previous: z.nullable(z.string()), next: z.nullable(z.string()) })),
  },
  readAnyOrder: {
    ...READ,
    method: "GET",
    path: "/orders/:number",
    summary: "One order with its payments, parcels and history",
    params: byNumber,
    response: responseOf(adminOrder),
  },
  processOrder: { ...STEP, path: "/orders/:number/process", summary: "Mark as being prepared", body: stepBody },
  packOrder: { ...STEP, path: "/orders/:number/pack", summary: "Mark as packed", body: stepBody },
  shipOrder: {
    ...STEP,
    path: "/orders/:number/ship",
    repeat: "seen",
    summary: "Record a parcel that was given to the courier, with all or some of the units; emails the customer",
    body: z.object({
      version,
      ...parcel,
      ewayBill: z.optional(ewayBill),
      /** The units in the parcel; by default all that are in no parcel yet. */
      units: z.optional(orderUnits),
      /** Whether the parcel has the right label, although the one that was printed here is out of date. */
      labelChecked: z.optional(z.boolean("labelChecked must be true or false.")),
    }),
  },
  changeParcel: {
    ...STEP,
    path: "/orders/:number/parcels/:awb",
    repeat: "seen",
    method: "PATCH",
    summary: "Record that a parcel is out for delivery, or delivered; the last one that arrives delivers the order",
    params: byParcel,
    body: z.object({ version, state: z.enum(["out_for_delivery", "delivered"]) }),
  },
  correctParcel: {
    ...STEP,
    path: "/orders/:number/parcels/:awb/correction",
    repeat: "seen",
    summary: "Correct the courier or the AWB of a parcel; emails the customer",
    params: byParcel,
    body: z.object({ version, ...parcel }),
  },
  undoOrderStep: {
    ...STEP,
    path: "/orders/:number/undo-step",
    repeat: "seen",
    summary:
      "Undo the last step of a packed, shipped or delivered order that was marked by mistake; emails the customer what was told wrongly",
    body: stepBody,
  },
  sendOrderOut: {
    ...STEP,
    path: "/orders/:number/out-for-delivery",
    repeat: "seen",
    summary: "Mark its parcel as out for delivery; emails the customer",
    body: stepBody,
  },
  deliverOrder: {
    ...STEP,
    path: "/orders/:number/deliver",
    repeat: "seen",
    summary: "Mark its parcel as delivered; emails the customer",
    body: stepBody,
  },
} as const satisfies Record<string, AdminEndpoint>;
