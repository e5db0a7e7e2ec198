/**
 * Each table belongs to one module of the server. The groups above it may read it, joined to their own rows; only its own group writes it, and
 * no group below reads it. Others call the owner's functions. The exceptions are listed with their reason. (clear-demo.ts empties all tables.)
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type TableName, tablesIn } from "./table-uses.ts";

/** A new table gets its line here. */
const OWNERS: Record<TableName, string> = {
  accountConsent: "accounts",
  address: "accounts",
  agentCart: "agents",
  agentCheckout: "agents",
  agentOrderNotice: "agents",
  agentPlatform: "agents",
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
  claimProof: "catalogue",
  contactAnswer: "contact",
  contactMessage: "contact",
  contentList: "content",
  contentPage: "content",
  contentVersion: "content",
  costLayer: "stock",
  costMovement: "stock",
  courierAccount: "couriers",
  courierCharge: "courier-bills",
  courierChargeShare: "courier-bills",
  courierLabel: "couriers",
  courierPush: "couriers",
  courierService: "couriers",
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
  draftOrderFormerLink: "draft-orders",
  draftOrderItem: "draft-orders",
  erasedEmail: "accounts",
  faq: "content",
  failedDelivery: "couriers",
  feedVisit: "feeds",
  fetchedPicture: "catalogue",
  furtherInvoice: "orders",
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
  movedAccount: "accounts",
  movedPeopleFile: "moving",
  newsletterCampaign: "campaigns",
  newsletterConfirmation: "newsletter",
  newsletterConsent: "newsletter",
  newsletterRecipient: "campaigns",
  newsletterSubscriber: "newsletter",
  offer: "offers",
  offerCode: "offers",
  offerRedemption: "offers",
  oldOrder: "old-orders",
  oneTimeCode: "accounts",
  orderEdit: "orders",
  orderEvent: "orders",
  orderItem: "orders",
  orderNote: "orders",
  orderExchange: "post-purchase",
  orderReturn: "post-purchase",
  orderReturnLine: "post-purchase",
  orderReturnMissedParcel: "fulfilment",
  orderReturnParcel: "fulfilment",
  orderReturnPhoto: "post-purchase",
  orderReturnRequestedSize: "post-purchase",
  orderTerms: "orders",
  parcelBooking: "couriers",
  parcelScan: "couriers",
  packedParcel: "couriers",
  payment: "payments",
  paymentSession: "payments",
  priceChange: "catalogue",
  phoneConsent: "phone-messages",
  phoneIncoming: "phone-messages",
  phoneMessage: "phone-messages",
  phoneNumber: "phone-messages",
  phoneTemplate: "phone-messages",
  printedLabel: "orders",
  privacyRequest: "privacy",
  product: "catalogue",
  productFileStock: "catalogue",
  productImport: "catalogue",
  productImportLine: "catalogue",
  productImportPart: "catalogue",
  productImportPicture: "catalogue",
  notFoundPath: "redirects",
  productMove: "moving",
  productMovePart: "moving",
  productSlug: "catalogue",
  redirect: "redirects",
  providerEvent: "payments",
  purchase: "purchases",
  purchaseEvent: "measurement",
  purchaseLine: "purchases",
  rateLimit: "rate-limits",
  receiptVoucher: "orders",
  receiptVoucherCounter: "orders",
  refund: "payments",
  refundVoucher: "orders",
  refundVoucherCounter: "orders",
  resetToken: "accounts",
  review: "reviews",
  reviewUpload: "media",
  salesCohort: "reports",
  salesDay: "reports",
  salesDayChange: "reports",
  salesDayGroup: "reports",
  salesDayProduct: "reports",
  salesDayState: "reports",
  salesVariant: "reports",
  savedView: "staff",
  searchWord: "search",
  serviceCheck: "setup",
  session: "accounts",
  signingKey: "agents",
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
  staffSignInFailure: "staff",
  soldOutTime: "stock",
  stock: "stock",
  stockMovement: "stock",
  supplier: "purchases",
  testimonial: "content",
  usedNonce: "accounts",
  variant: "variants",
  webhookDelivery: "webhooks",
  webhookEndpoint: "webhooks",
  weightDifference: "couriers",
  wishlistItem: "wishlist",
};

/** Not through the owner's functions, because it must be one statement or one transaction. */
const EXCEPTIONS: Partial<Record<string, Partial<Record<TableName, string>>>> = {
  platform: { customer: "reads whether the demo's customer is left" },
  selling: {
    category: "reads; offers and prices are below what they are about",
    customer: "reads a customer's code and offers in one statement",
    customerOrder: "reads what a customer has ordered, and which units a pending order reserves",
    orderEdit: "reads which units a pending change reserves",
    orderItem: "reads what a customer has ordered, and which units a pending order reserves",
    product: "reads titles for lists; writes the columns that project variants",
  },
  orders: {
    cartItem: "reads whether the products of an unpaid order are still in the cart",
    cashRemittance: "reads what couriers have remitted",
    courierCharge: "reads whether a courier has charged for a parcel",
    customer: "locks an order and its customer in one statement, and links it for staff",
    parcelBooking: "reads whether a courier is booked for a parcel",
    parcelScan: "shows customers what couriers report",
    product: "reads links of an order's items",
  },
  shop: {
    customer: "reads authors of reviews, and whom to email about stock",
    gstRate: "adds products, and merges product files in bulk",
    variant: "adds products, and merges product files in bulk",
  },
  people: {
    agentCart: "shows and deletes what assistants have sent about somebody",
    agentCheckout: "shows and deletes what assistants have sent about somebody",
    cashListEntry: "shows, limits and deletes what a closed account leaves",
    courierLabel: "deletes what a closed account leaves, in one transaction",
    draftOrder: "shows and deletes what a closed account leaves",
    failedDelivery: "deletes what a closed account leaves, in one transaction",
    orderNote: "deletes what a closed account leaves, in one transaction",
    orderReturnPhoto: "deletes what a closed account leaves, in one transaction",
    packedParcel: "deletes what a closed account leaves, in one transaction",
    parcelBooking: "deletes what a closed account leaves, in one transaction",
    parcelScan: "deletes what a closed account leaves, in one transaction",
    review: "deletes what a closed account leaves, in one transaction",
  },
  buying: {
    customerOrder: "writes missing cash off, locked with the order",
    parcelBooking: "reads what a courier was booked to collect",
  },
  operations: { job: "takes the days whose sales have changed from the queue" },
};

const SERVER = join(import.meta.dirname, "../..");
/** From the bottom up, as in .dependency-cruiser.mjs. */
const GROUPS = ["base", "platform", "selling", "orders", "shop", "people", "buying", "operations"];
const groupOf = new Map(
  globSync("*/*/", { cwd: SERVER })
    .map((path) => path.replaceAll("\\", "/").split("/"))
    .map(([group = "", module = ""]) => [module, group]),
);
const foreign = new Map<string, string[]>();
for (const file of globSync("*/*/**/*.ts", { cwd: SERVER }).map((path) => path.replaceAll("\\", "/"))) {
  const [group = "", module = ""] = file.split("/");
  if (module === "database" || file.endsWith(".test.ts") || file.endsWith("/clear-demo.ts")) continue;
  for (const { name, writes } of tablesIn(readFileSync(join(SERVER, file), "utf8"))) {
    const owner = groupOf.get(OWNERS[name]) ?? "";
    const isAbove = GROUPS.indexOf(owner) > GROUPS.indexOf(group);
    if (owner !== group && (writes || isAbove))
      foreign.set(`${group}: ${name}`, [...(foreign.get(`${group}: ${name}`) ?? []), file]);
  }
}
const listed = Object.entries(EXCEPTIONS).flatMap(([group, excepted = {}]) =>
  Object.keys(excepted).map((table) => `${group}: ${table}`),
);

it("every owner is a module of a group", () => {
  expect(Object.values(OWNERS).filter((module) => !GROUPS.includes(groupOf.get(module) ?? ""))).toEqual([]);
});

it("no group writes another's table or reads one of a group above, except those listed with a reason", () => {
  expect([...foreign].filter(([use]) => !listed.includes(use))).toEqual([]);
});

it("lists no exception that is not needed any more", () => {
  expect(listed.filter((use) => !foreign.has(use))).toEqual([]);
});
