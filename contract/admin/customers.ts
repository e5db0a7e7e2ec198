/** Customers, as staff sees them. Amounts are rupees. */

import * as z from "zod/mini";
import { ACCOUNT_CONSENT_EVENTS, CONSENT_DOCUMENTS, CONSENT_PLACES } from "../accounts/consent-wording.ts";
import { oldOrder } from "../orders/old-orders.ts";
import { ORDER_STATES } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Maximum length in characters. */
export const MAX_CUSTOMER_NOTE = 1000;
/** How many orders the customer's page lists; the list of orders has the others. */
export const LISTED_ORDERS = 20;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The id of a customer in paths. */
export const customerId = textField({ max: 36, pattern: UUID, error: "There is no such customer." });
const byId = z.object({ id: customerId });

const listedCustomer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Empty if the customer has none in the profile. */
  mobile: z.string(),
  joinedAt: z.string(),
  /** Number of orders that are paid, or confirmed for cash on delivery. */
  orders: z.number(),
  /** The sum of these orders, less what was credited. */
  spent: rupees,
  lastOrderAt: z.nullable(z.string()),
});
export type ListedCustomer = z.infer<typeof listedCustomer>;

const customerFilter = {
  /** An order number, an email, a phone number, or words of the name. */
  q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
};
const customerQuery = z.object({
  ...customerFilter,
  /** The `_id` of the last customer of the previous page. */
  after: z.optional(customerId),
});

const postalAddress = z.object({ street: z.string(), city: z.string(), state: z.string(), pincode: z.string() });

const staffCustomer = z.object({
  ...listedCustomer.shape,
  /** When the account was deleted; only its orders remain. */
  closedAt: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  addresses: z.array(z.object({ ...postalAddress.shape, isDefault: z.boolean() })),
  wishlistItems: z.number(),
  cartItems: z.number(),
  reviews: z.number(),
  /** The newest orders, at most LISTED_ORDERS. */
  recentOrders: z.array(
    z.object({
      number: z.string(),
      state: z.enum(ORDER_STATES),
      badge: z.string(),
      orderedAt: z.string(),
      total: rupees,
    }),
  ),
  /** Orders of the email in the shop before, the newest LISTED_ORDERS of `count`. Null without any. */
  oldOrders: z.nullable(
    z.object({
      orders: z.array(oldOrder),
      count: z.number(),
      /** The day after the last order there. */
      before: z.string(),
    }),
  ),
  /** Whether the account came from the shop before, and when. */
  movedAt: z.nullable(z.string()),
  /** What was accepted with the account, oldest first; empty for an account from before this was recorded. */
  consents: z.array(
    z.object({
      document: z.enum(CONSENT_DOCUMENTS),
      event: z.enum(ACCOUNT_CONSENT_EVENTS),
      at: z.string(),
      place: z.enum(CONSENT_PLACES),
      /** The sentence that was shown. */
      wording: z.string(),
      /** The version of the page in Content. */
      version: z.number(),
      /** Whether the page has not been changed since. */
      isCurrent: z.boolean(),
    }),
  ),
  /** Null for an email that never asked for the newsletter. */
  newsletter: z.nullable(
    z.object({
      state: z.string(),
      signedUpAt: z.string(),
      confirmedAt: z.nullable(z.string()),
      /** The sentence and the place of a consent of the shop before, which the owner can prove; null if it was confirmed here. */
      moved: z.nullable(z.object({ wording: z.string(), place: z.string() })),
      unsubscribedAt: z.nullable(z.string()),
    }),
  ),
  sessions: z.array(z.object({ device: z.string(), startedAt: z.string(), lastUsedAt: z.string() })),
  notes: z.array(z.object({ _id: z.string(), text: z.string(), by: z.string(), at: z.string() })),
});
export type StaffCustomer = z.infer<typeof staffCustomer>;

const READ = { tag: "Customers", permission: "view_customers", method: "GET" } as const;
const CHANGE = {
  tag: "Customers",
  permission: "edit_customers",
  params: byId,
  response: responseOf(staffCustomer),
} as const;

export const customerEndpoints = {
  listCustomers: {
    ...READ,
    path: "/customers",
    summary: "Customers with an account, newest first, 50 a page",
    query: customerQuery,
    errorStatuses: [404],
    response: responseOf(z.object({ customers: z.array(listedCustomer), hasMore: z.boolean() })),
  },
  exportCustomers: {
    ...READ,
    permission: "export_customers",
    path: "/customers.csv",
    summary:
      "The same as a CSV file, every customer who matches, with the default address and the state of the newsletter",
    query: z.object(customerFilter),
    produces: "text/csv",
  },
  exportOldOrders: {
    ...READ,
    permission: "export_customers",
    path: "/old-orders.csv",
    summary: "The orders of the shop before as a CSV file, a row for each item",
    produces: "text/csv",
  },
  readCustomer: {
    ...READ,
    path: "/customers/:id",
    summary: "One customer; the audit log notes who opened the page",
    params: byId,
    response: responseOf(staffCustomer),
  },
  addCustomerNote: {
    ...CHANGE,
    method: "POST",
    path: "/customers/:id/notes",
    repeat: "key",
    summary: "Write a note for colleagues about a customer",
    body: z.object({
      text: textField({
        missing: "Please write something.",
        max: MAX_CUSTOMER_NOTE,
        error: `Please use at most ${MAX_CUSTOMER_NOTE} characters.`,
        multiline: true,
      }),
    }),
    errorStatuses: [409],
  },
  deleteCustomerNote: {
    ...CHANGE,
    method: "DELETE",
    path: "/customers/:id/notes/:note",
    repeat: "seen",
    summary: "Delete a note",
    params: z.object({ id: customerId, note: rowId("note must be digits.") }),
  },
  endCustomerSessions: {
    ...CHANGE,
    method: "DELETE",
    path: "/customers/:id/sessions",
    repeat: "harmless",
    summary: "Log a customer out on every device",
  },
  endAllSessions: {
    method: "DELETE",
    path: "/customers/sessions",
    repeat: "harmless",
    stepUp: true,
    summary: "Log every customer out on every device, such as after a break-in",
    tag: "Customers",
    permission: "edit_customers",
    response: responseOf(z.object({ ended: z.number() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
