/** People's requests about their personal data, each with its deadline. */

import * as z from "zod/mini";
import { mobileField } from "../mobile-field.ts";
import { ownRequest, personalData, personRequest, REQUEST_KINDS, requestMessage } from "../privacy/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import { customerId } from "./customers.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const listedRequest = z.object({
  ...ownRequest.shape,
  _id: z.string(),
  /** The customer's current name, "Former customer" once it is erased; without an account the email. */
  customer: z.string(),
  /** Null without an account. */
  customerId: z.nullable(z.string()),
  isLate: z.boolean(),
});
export type ListedRequest = z.infer<typeof listedRequest>;

const staffRequest = z.object({
  ...listedRequest.shape,
  email: z.string(),
  mobile_no: z.string(),
  /** How staff knows who it is; empty for a customer, and if only a mailed code has proved the email. */
  identification: z.string(),
  message: z.string(),
  /** Empty if they asked in the profile or on the public page. */
  recordedBy: z.string(),
  deleteReviews: z.boolean(),
  /** Open orders, which must be completed before anything can be erased. */
  openOrders: z.array(z.string()),
  /** Sent with a change, which is rejected if the request has changed since. */
  version: z.number(),
});
export type StaffRequest = z.infer<typeof staffRequest>;

const identification = textField({
  missing: "Please say how you know who it is.",
  max: 1000,
  error: "Please use at most 1000 characters.",
  multiline: true,
});

const byId = z.object({ id: rowId("id must be digits.") });
const version = z.int();
const READ = { tag: "Customers", permission: "view_customers", method: "GET" } as const;
const DECIDE = {
  tag: "Customers",
  permission: "export_customers",
  method: "POST",
  params: byId,
  errorStatuses: [409],
} as const;

export const privacyAdminEndpoints = {
  listPrivacyRequests: {
    ...READ,
    path: "/privacy-requests",
    summary: "Customers’ requests, 50 a page: open ones oldest first, closed ones newest first",
    query: z.object({
      tab: z._default(z.enum(["open", "closed"], "tab must be open or closed."), "open"),
      /** The `_id` of the last request of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ requests: z.array(listedRequest), hasMore: z.boolean() })),
  },
  readPrivacyRequest: {
    ...READ,
    path: "/privacy-requests/:id",
    summary: "One request, with what prevents an erasure",
    params: byId,
    response: responseOf(staffRequest),
  },
  recordPrivacyRequest: {
    method: "POST",
    path: "/privacy-requests",
    repeat: "key",
    summary: "Record a request that came by email, phone or post; the same request again if one is open",
    tag: "Customers",
    permission: "edit_customers",
    body: z.object({
      customer: customerId,
      kind: z.enum(REQUEST_KINDS, `kind must be one of ${REQUEST_KINDS.join(", ")}.`),
      message: z._default(requestMessage, ""),
    }),
    errorStatuses: [404, 409],
    response: responseOf(staffRequest),
  },
  recordRequestByEmail: {
    method: "POST",
    path: "/privacy-requests/by-email",
    repeat: "key",
    summary:
      "Record a request of somebody without an account; if the email has one, it is that account’s request; a mobile number needs export_customers",
    tag: "Customers",
    permission: "edit_customers",
    body: z.object({ ...personRequest.shape, identification }),
    response: responseOf(staffRequest),
  },
  identifyRequester: {
    ...DECIDE,
    path: "/privacy-requests/:id/identification",
    repeat: "seen",
    summary:
      "Record how staff knows the requester’s mobile number; what is stored about it then belongs to the request",
    body: z.object({
      version,
      mobile_no: mobileField({ missing: "Please enter the mobile number." }),
      identification,
    }),
    response: responseOf(staffRequest),
  },
  exportPersonalData: {
    ...DECIDE,
    path: "/privacy-requests/:id/export",
    repeat: "harmless",
    summary: "Everything that the shop stores about the requester; closes a request for a copy",
    stepUp: true,
    response: responseOf(personalData),
  },
  sendPersonalData: {
    ...DECIDE,
    path: "/privacy-requests/:id/send",
    repeat: "seen",
    summary: "Email the requester the copy, or that there is none; closes the request",
    stepUp: true,
    body: z.object({ version }),
    response: responseOf(staffRequest),
  },
  eraseCustomer: {
    ...DECIDE,
    path: "/privacy-requests/:id/erase",
    repeat: "seen",
    summary: "Confirm an erasure: a job erases what belongs to the account or email, but not orders and invoices",
    stepUp: true,
    body: z.object({ version }),
    response: responseOf(staffRequest),
  },
  rejectPrivacyRequest: {
    ...DECIDE,
    path: "/privacy-requests/:id/reject",
    repeat: "seen",
    summary: "Reject a request; emails the requester the reason",
    body: z.object({
      version,
      reason: textField({
        missing: "Please say why.",
        max: 1000,
        error: "Please use at most 1000 characters.",
        multiline: true,
      }),
    }),
    response: responseOf(staffRequest),
  },
} as const satisfies Record<string, AdminEndpoint>;
