/**
 * What adds orders up leaves test orders out (server/orders/orders/test-orders.ts). A file that adds up rows of orders, or belongs to the reports, names
 * that condition, or is listed here with the reason why it needs none.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type TableName, tablesIn } from "./table-uses.ts";

const TABLES: readonly TableName[] = [
  "cashRemittance",
  "costMovement",
  "creditNote",
  "creditNoteLine",
  "customerOrder",
  "deliveryChallan",
  "dispute",
  "furtherInvoice",
  "offerRedemption",
  "orderEvent",
  "orderItem",
  "orderReturn",
  "orderReturnLine",
  "payment",
  "receiptVoucher",
  "refund",
  "refundVoucher",
  "settledItem",
  "shipment",
  "stockMovement",
];
const ADDS_UP = /\b(count|countDistinct|sum|avg|\$count)\s*\(/;
const REPORTS = /^(operations\/reports|orders\/orders\/gst|orders\/payments\/settlements)\//;
const CONDITION = /import \{[^}]*\b(isReal|isOfRealOrder|isSold|isReturn)\b[^}]*\}/;

const ONE = "adds up what belongs to one order, lot or size";
const WORK = "counts and lists work, which test orders are, too, until they are taken back";
const RULE = "a test order is subject to the rule as others are, until it is taken back";
const PERSON = "is about the data of a person";
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "buying/cash-on-delivery/list-cash-orders.ts": WORK,
  "buying/cash-on-delivery/list-remittances.ts": "lists what couriers have sent",
  "buying/cash-on-delivery/remittance.ts": "compares what couriers have sent",
  "buying/checkout/cash-terms.ts": RULE,
  "buying/draft-orders/list-draft-orders.ts": WORK,
  "operations/courier-bills/bills.ts": "compares what couriers have charged, and adds up each bill",
  "operations/courier-bills/charges.ts": ONE,
  "operations/couriers/bookings.ts": ONE,
  "operations/metrics/shop-counts.ts": "watches whether the shop does its work, also with test orders",
  "operations/reports/roll-up-variants.ts": "adds up stored days; of the ledger it reads when a size came",
  "operations/reports/waiting.ts": WORK,
  "orders/orders/added-units.ts": ONE,
  "orders/orders/cash-due.ts": WORK,
  "orders/orders/cash-to-collect.ts": RULE,
  "orders/orders/challans/challan.ts": ONE,
  "orders/orders/challans/issue-challan.ts": ONE,
  "orders/orders/invoice/credit-notes.ts": ONE,
  "orders/orders/read-orders.ts": "lists a customer's own orders",
  "orders/orders/removal.ts": ONE,
  "orders/orders/staff/admin-orders.ts": ONE,
  "orders/orders/staff/order-tabs.ts": WORK,
  "orders/orders/test-orders.ts": "counts them",
  "orders/orders/unpaid-holds.ts": RULE,
  "orders/orders/vouchers/issue-vouchers.ts": ONE,
  "orders/payment-records/disputes.ts": ONE,
  "orders/payment-records/payments.ts": ONE,
  "orders/payment-records/refundable.ts": ONE,
  "orders/payment-records/refunds.ts": ONE,
  "orders/payments/disputes/staff-disputes.ts": WORK,
  "orders/payments/refunds-by-hand.ts": ONE,
  "orders/payments/settlements/store-items.ts": "stores the provider's report",
  "orders/payments/staff-refunds.ts": WORK,
  "orders/payments/sync-refunds.ts": ONE,
  "people/accounts/erase-account.ts": PERSON,
  "people/customers/customer-page.ts": "counts a cart and a wishlist, and lists a customer's orders",
  "people/privacy/audience.ts": PERSON,
  "people/privacy/retained.ts": PERSON,
  "selling/offers/manage-offers.ts": RULE,
  "selling/offers/read-offers.ts": RULE,
  "selling/offers/redemptions.ts": RULE,
  "selling/offers/staff-offers.ts": RULE,
  "selling/stock/costs.ts": ONE,
  "selling/stock/forget-orders.ts": "takes them back",
  "selling/stock/movements.ts": ONE,
  "selling/stock/read-stock.ts": "shows the ledger, from which units are reserved and sold alike",
  "selling/stock/stock.ts": "reserves and sells the units of test orders as of others",
  "shop/catalogue/import/import-stock.ts": ONE,
};

const SERVER = join(import.meta.dirname, "../..");
const adding = globSync("*/*/**/*.ts", { cwd: SERVER })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((file) => !file.includes("/database/") && !file.endsWith(".test.ts") && !file.endsWith("/clear-demo.ts"))
  .map((file) => ({ file, source: readFileSync(join(SERVER, file), "utf8") }))
  .filter(({ file, source }) => ADDS_UP.test(source) || REPORTS.test(file))
  .filter(({ source }) => tablesIn(source).some(({ name }) => TABLES.includes(name)));
const uncounted = adding.filter(({ source }) => !CONDITION.test(source)).map(({ file }) => file);

it("what adds orders up leaves test orders out, except what is listed with a reason", () => {
  expect(uncounted.filter((file) => !(file in EXCEPTIONS))).toEqual([]);
});

it("lists no exception that is not needed any more", () => {
  expect(Object.keys(EXCEPTIONS).filter((file) => !uncounted.includes(file))).toEqual([]);
});
