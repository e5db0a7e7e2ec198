/**
 * Each table belongs to one module of the server; another module calls the owner's functions. The exceptions are listed with their reason;
 * a read may join another module's table where one statement is faster than two, a write may not without a better reason. (The demo's
 * clear-demo.ts empties all tables and imports the schema whole.)
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "./schema.ts";

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never;
}[keyof typeof schema];

/** A new table gets its line here. */
const OWNERS: Record<TableName, string> = {
  accountConsent: "accounts",
  address: "accounts",
  apiToken: "api-tokens",
  auditEntry: "audit",
  banner: "content",
  brandImage: "content",
  cartCode: "offers",
  cartItem: "cart",
  cartSample: "offers",
  cashListEntry: "checkout",
  cashRemittance: "cash-on-delivery",
  category: "catalogue",
  categorySlug: "catalogue",
  contactAnswer: "contact",
  contactMessage: "contact",
  contentList: "content",
  contentPage: "content",
  contentVersion: "content",
  creditNote: "orders",
  creditNoteCounter: "orders",
  creditNoteLine: "orders",
  customer: "accounts",
  customerNote: "customers",
  customerOrder: "orders",
  deliveryChallan: "orders",
  deliveryChallanCounter: "orders",
  dispute: "payments",
  disputeText: "payments",
  draftOrder: "draft-orders",
  draftOrderItem: "draft-orders",
  faq: "content",
  gstMonth: "reports",
  gstRate: "variants",
  idempotencyKey: "http",
  incident: "privacy",
  incidentNotice: "privacy",
  incidentRecipient: "privacy",
  invoiceCounter: "orders",
  issuedDocument: "orders",
  job: "jobs",
  knownNetwork: "accounts",
  lot: "stock",
  lotAllocation: "stock",
  mail: "mail",
  milestone: "live",
  newsletterCampaign: "campaigns",
  newsletterConfirmation: "newsletter",
  newsletterConsent: "newsletter",
  newsletterRecipient: "campaigns",
  newsletterSubscriber: "newsletter",
  offer: "offers",
  offerCode: "offers",
  offerRedemption: "offers",
  oneTimeCode: "accounts",
  orderEvent: "orders",
  orderItem: "orders",
  orderNote: "orders",
  orderTerms: "orders",
  orderReturn: "post-purchase",
  orderReturnLine: "post-purchase",
  orderReturnPhoto: "post-purchase",
  payment: "payments",
  paymentSession: "payments",
  privacyRequest: "privacy",
  printedLabel: "orders",
  product: "catalogue",
  priceChange: "catalogue",
  productImport: "catalogue",
  productImportLine: "catalogue",
  productImportPart: "catalogue",
  claimProof: "catalogue",
  productSlug: "catalogue",
  providerEvent: "payments",
  rateLimit: "rate-limits",
  refund: "payments",
  resetToken: "accounts",
  review: "reviews",
  reviewUpload: "reviews",
  salesCohort: "reports",
  salesDay: "reports",
  salesDayChange: "reports",
  salesDayGroup: "reports",
  salesDayProduct: "reports",
  salesDayState: "reports",
  savedView: "staff",
  searchWord: "catalogue",
  serviceCheck: "setup",
  session: "accounts",
  setting: "settings",
  settledItem: "payments",
  shipment: "fulfilment",
  shipmentItem: "fulfilment",
  shippingHoliday: "shipping",
  shippingMethod: "shipping",
  shippingRate: "shipping",
  shippingVersion: "shipping",
  shippingZone: "shipping",
  staffInvitation: "staff",
  staffMember: "staff",
  staffPasskey: "staff",
  staffRecoveryCode: "staff",
  staffRole: "staff",
  staffSession: "staff",
  stock: "stock",
  stockMovement: "stock",
  testimonial: "content",
  usedNonce: "accounts",
  variant: "variants",
  webhookEndpoint: "webhooks",
  webhookDelivery: "webhooks",
  wishlistItem: "wishlist",
};

/** Joins for a list or a page: one statement instead of one per module. */
const READ_JOIN = "reads, joined to its own rows";
/** Metrics count rows of many modules, capped and by one shape of query. */
const COUNTS = "counts for the metrics";
/** The owner is in a higher layer, so this module cannot call it. */
const READ_ABOVE = "reads; the owner is in a higher layer";

/** Home counts the work of many modules in one statement. */
const WAITING = "counts and lists what waits for staff";
const SALES = "sums the sales of each day";
/** The page of a customer shows what many modules have of them. */
const CUSTOMER = "lists customers with what they bought, saved and wrote";
/** A notice of an incident must reach everybody. */
const ADDRESSES = "reads the addresses of everybody whom a notice of an incident must reach";
/** The log stores ids alone, since it is never erased. */
const AUDIT = "names the subjects of the audit log";
const SEARCH = "searches everything for staff";

const EXCEPTIONS: Record<string, Partial<Record<TableName, string>>> = {
  accounts: {
    cartCode: "deletes what a closed account leaves, in one transaction",
    cartItem: "deletes what a closed account leaves, in one transaction",
    cartSample: "deletes what a closed account leaves, in one transaction",
    cashListEntry: "deletes a closed account's email and mobile number, in the same transaction",
    incidentNotice: "deletes a closed account's email, in the same transaction",
    incidentRecipient: "deletes a closed account's email, in the same transaction",
    privacyRequest: "deletes what a closed account has asked, in the same transaction",
    customerNote: "deletes staff's notes about a closed account, in the same transaction",
    customerOrder: "removes the customer from a closed account's orders, in the same transaction",
    orderNote: "deletes staff's notes about a closed account's orders, in the same transaction",
    orderReturn: "finds the photos of a closed account's returns",
    orderReturnPhoto: "deletes the photos of a closed account's returns, in the same transaction",
    review: "deletes a closed account's reviews, in the same transaction",
    draftOrder: "deletes a closed account's draft orders, in the same transaction",
    reviewUpload: "deletes a closed account's uploads, in the same transaction",
    wishlistItem: "deletes a closed account's wishlist, in the same transaction",
  },
  campaigns: { newsletterSubscriber: "counts a campaign’s recipients who have unsubscribed, in one statement" },
  cart: {
    customerOrder: "reads whether a customer has a pending order, whose units count as stock",
    orderItem: "removes ordered units in one statement with the cart's rows",
    product: READ_ABOVE,
    variant: READ_JOIN,
  },
  "cash-on-delivery": { customerOrder: READ_JOIN, shipment: READ_JOIN },
  catalogue: {
    gstRate: "adds products, and merges product files in bulk",
    stock: READ_JOIN,
    variant: "adds products, and merges product files in bulk",
  },
  checkout: {
    customer: "compares a customer's email and mobile number with the lists for cash on delivery",
    customerOrder: "counts a customer's orders for cash on delivery",
  },
  customers: {
    cartItem: CUSTOMER,
    creditNoteLine: CUSTOMER,
    customer: CUSTOMER,
    customerOrder: CUSTOMER,
    review: CUSTOMER,
    wishlistItem: CUSTOMER,
  },
  staff: { apiToken: "revokes the tokens of a member who is removed or reset, in the same transaction" },
  "draft-orders": {
    customer: READ_JOIN,
    customerOrder: READ_JOIN,
    product: READ_JOIN,
    variant: READ_JOIN,
  },
  fulfilment: { orderItem: "reads the SKUs of a packing slip" },
  live: { customer: "reads whether the demo's customer is left" },
  metrics: {
    customerOrder: COUNTS,
    job: COUNTS,
    mail: COUNTS,
    orderEvent: COUNTS,
    payment: COUNTS,
    refund: COUNTS,
  },
  offers: {
    category: READ_ABOVE,
    customer: "reads a customer's code and offers in one statement",
    customerOrder: READ_ABOVE,
    orderItem: READ_ABOVE,
    product: READ_ABOVE,
    variant: "reads the samples to choose from, in one statement with their offers",
  },
  orders: {
    cartItem: READ_JOIN,
    cashRemittance: READ_ABOVE,
    customer: "locks an order and its customer in one statement, and links it for staff",
    orderReturn: READ_ABOVE,
    orderReturnLine: READ_ABOVE,
    orderReturnPhoto: READ_ABOVE,
    product: "reads; the owner is in a higher layer (links of an order's items)",
    shipment: READ_ABOVE,
    shipmentItem: READ_ABOVE,
  },
  "post-purchase": { customerOrder: READ_JOIN, orderItem: READ_JOIN },
  // Reads for the modules below payments; payments alone writes these tables.
  "payment-records": { customerOrder: READ_JOIN, dispute: READ_ABOVE, payment: READ_ABOVE, refund: READ_ABOVE },
  payments: { customerOrder: READ_JOIN },
  privacy: {
    mail: ADDRESSES,
    newsletterSubscriber: ADDRESSES,
    oneTimeCode: ADDRESSES,
    resetToken: ADDRESSES,
    staffInvitation: ADDRESSES,
    staffMember: ADDRESSES,
    cartItem: "reads everything about a customer",
    cashListEntry: "reads everything about a customer",
    knownNetwork: "reads everything about a customer",
    orderReturn: "reads everything about a customer",
    refund: "reads everything about a customer",
    contactAnswer: "reads everything about a customer",
    contactMessage: "reads everything about a customer",
    customer: "reads everything about a customer, and locks them for the erasure",
    customerNote: "reads everything about a customer",
    customerOrder: "reads everything about a customer",
    draftOrder: "reads everything about a customer",
    orderNote: "reads everything about a customer",
    payment: "reads everything about a customer",
    product: "reads everything about a customer",
    review: "reads everything about a customer",
    shipment: "reads everything about a customer",
    variant: "reads everything about a customer",
    wishlistItem: "reads everything about a customer",
  },
  reports: {
    apiToken: AUDIT,
    category: READ_JOIN,
    contactMessage: WAITING,
    creditNote: SALES,
    creditNoteLine: SALES,
    customer: SEARCH,
    customerOrder: SALES,
    dispute: WAITING,
    incident: WAITING,
    incidentNotice: WAITING,
    job: WAITING,
    mail: WAITING,
    newsletterCampaign: AUDIT,
    offer: AUDIT,
    orderItem: SALES,
    payment: SALES,
    privacyRequest: WAITING,
    product: READ_JOIN,
    productImport: AUDIT,
    refund: WAITING,
    review: WAITING,
    shipment: SALES,
    staffMember: AUDIT,
    staffRole: AUDIT,
    stock: WAITING,
    variant: WAITING,
    webhookEndpoint: AUDIT,
  },
  reviews: { customer: READ_JOIN, product: READ_JOIN },
  settings: { product: "reads the titles of the footer's products; the owner is in a higher layer" },
  shipping: { variant: "reads the price and weight of the size whose delivery is promised" },
  stock: {
    customerOrder: "reads the stock that the customer's own pending order reserves",
    orderItem: "reads the stock that the customer's own pending order reserves",
    product: "reads titles for lists of stock; the owner is in a higher layer",
    variant: READ_JOIN,
  },
  variants: { product: "writes the columns that project variants", stock: "projects whether a size is in stock" },
  wishlist: { category: READ_JOIN, customer: READ_JOIN, product: READ_JOIN, variant: READ_JOIN },
};

const SERVER = join(import.meta.dirname, "..");
const IMPORTED = /import (?:type )?\{([^}]*)\} from "[./]*database\/schema[^"]*"/g;
const NO_SQL = /\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"/g;
const tables = Object.entries(schema).filter(([, table]) => is(table, PgTable)) as [TableName, PgTable][];

/** The tables that a file imports, or names in SQL. */
function tablesIn(source: string): TableName[] {
  const imported = [...source.matchAll(IMPORTED)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  const statements = source.replace(NO_SQL, "");
  return tables
    .filter(
      ([name, table]) =>
        imported.includes(name) ||
        new RegExp(`\\b(from|join|into|update)\\s+${getTableName(table)}\\b`).test(statements),
    )
    .map(([name]) => name);
}

const foreign = new Map<string, string[]>();
for (const file of globSync("*/**/*.ts", { cwd: SERVER }).map((path) => path.replaceAll("\\", "/"))) {
  const [module = ""] = file.split("/");
  if (module === "database" || file.endsWith(".test.ts")) continue;
  for (const table of tablesIn(readFileSync(join(SERVER, file), "utf8")))
    if (OWNERS[table] !== module)
      foreign.set(`${module}: ${table}`, [...(foreign.get(`${module}: ${table}`) ?? []), file]);
}
const listed = Object.entries(EXCEPTIONS).flatMap(([module, excepted]) =>
  Object.keys(excepted).map((table) => `${module}: ${table}`),
);

it("no module uses another's table, except those listed with a reason", () => {
  expect([...foreign].filter(([use]) => !listed.includes(use))).toEqual([]);
});

it("lists no exception that is not needed any more", () => {
  expect(listed.filter((use) => !foreign.has(use))).toEqual([]);
});
