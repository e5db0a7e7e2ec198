/** The shop's background: jobs, emails, refunds that need attention, and the payment provider's webhooks. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const JOB_STATES = ["failed", "retrying", "running", "waiting"] as const;
export type AdminJobState = (typeof JOB_STATES)[number];
const before = z.optional(rowId("before must be digits."));

const job = z.object({
  _id: z.string(),
  /** The task's identifier, for example `send_mail`. */
  task: z.string(),
  /** The ids that the job works on. */
  payload: z.string(),
  state: z.enum(JOB_STATES),
  runAt: z.string(),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  /** Recurring jobs exist once per task, and the shop needs them. */
  isRecurring: z.boolean(),
});
export type AdminJob = z.infer<typeof job>;

const uncertainMail = z.object({
  _id: z.string(),
  state: z.enum(["failed", "uncertain"]),
  /** Masked without the permission to see customers, as are emails in `lastError`. */
  recipient: z.string(),
  subject: z.string(),
  at: z.string(),
  lastError: z.nullable(z.string()),
  /** False for an email with a code or link that has expired. */
  canResend: z.boolean(),
});
export type AdminMail = z.infer<typeof uncertainMail>;

const dueRefund = z.object({
  order: z.string(),
  customer: z.string(),
  /** In rupees. */
  amount: rupees,
  reason: z.string(),
  state: z.string(),
  at: z.string(),
  lastError: z.nullable(z.string()),
  /** The customer's UPI ID if staff pays the refund by hand; null otherwise. */
  upiId: z.nullable(z.string()),
});
export type DueRefund = z.infer<typeof dueRefund>;

const providerEvent = z.object({ _id: z.string(), event: z.string(), at: z.string() });

const SYSTEM = { tag: "Settings", permission: "edit_settings" } as const;
const byId = z.object({ id: rowId("id must be digits.") });

export const systemEndpoints = {
  listJobs: {
    ...SYSTEM,
    method: "GET",
    path: "/jobs",
    summary: "Background jobs in a state, newest first, 50 a page, and how many there are in each",
    query: z.object({
      state: z._default(z.enum(JOB_STATES, `state must be one of ${JOB_STATES.join(", ")}.`), "failed"),
      /** The `_id` of the last job of the previous page. */
      before,
    }),
    response: responseOf(
      z.object({
        jobs: z.array(job),
        hasMore: z.boolean(),
        /** Counted up to 100 each. */
        counts: z.array(z.object({ state: z.enum(JOB_STATES), count: z.number() })),
      }),
    ),
  },
  retryJob: {
    ...SYSTEM,
    method: "POST",
    path: "/jobs/:id/retry",
    repeat: "seen",
    summary: "Runs a job again that failed or will be retried",
    params: byId,
    errorStatuses: [409],
    response: responseOf(z.object({})),
  },
  retryJobs: {
    ...SYSTEM,
    method: "POST",
    path: "/jobs/retry",
    repeat: "harmless",
    summary: "Runs every job again that failed or will be retried",
    response: responseOf(z.object({ jobs: z.number() })),
  },
  deleteJob: {
    ...SYSTEM,
    method: "POST",
    path: "/jobs/:id/deletion",
    repeat: "seen",
    summary: "Deletes a job that failed, with the reason; what it was to do is not done",
    stepUp: true,
    params: byId,
    body: z.object({ reason: textField({ max: 500, error: "Please say why, in at most 500 characters." }) }),
    errorStatuses: [409],
    response: responseOf(z.object({})),
  },
  listUncertainMails: {
    ...SYSTEM,
    method: "GET",
    path: "/mails",
    summary: "Emails of the last month that failed, or whose delivery is unknown, newest first, 50 a page",
    query: z.object({ before }),
    response: responseOf(z.object({ mails: z.array(uncertainMail), hasMore: z.boolean() })),
  },
  resendUncertainMail: {
    ...SYSTEM,
    method: "POST",
    path: "/mails/:id/resend",
    repeat: "seen",
    summary: "Sends such an email again",
    params: byId,
    errorStatuses: [409],
    response: responseOf(z.object({})),
  },
  resendUncertainMails: {
    ...SYSTEM,
    method: "POST",
    path: "/mails/resend",
    repeat: "harmless",
    summary: "Sends every such email again whose content has not expired",
    response: responseOf(z.object({ mails: z.number() })),
  },
  listRefunds: {
    method: "GET",
    tag: "Settings",
    permission: "refund",
    path: "/refunds",
    summary: "Refunds in any state, those made in the provider’s dashboard too; the newest 100",
    response: responseOf(z.array(dueRefund)),
  },
  listDueRefunds: {
    method: "GET",
    tag: "Settings",
    permission: "refund",
    path: "/refunds/due",
    summary: "Refunds that failed, that staff pays by hand, or that wait for money at the provider; the newest 100",
    response: responseOf(z.array(dueRefund)),
  },
  retryRefunds: {
    method: "POST",
    tag: "Settings",
    permission: "refund",
    path: "/refunds/:number/retry",
    repeat: "seen",
    summary: "Requests the failed refunds of an order from the payment provider again",
    params: z.object({ number: textField({ max: 20, error: "number must be an order number." }) }),
    errorStatuses: [404, 409],
    response: responseOf(z.object({ amount: rupees })),
  },
  recordManualRefund: {
    method: "POST",
    tag: "Settings",
    permission: "refund",
    stepUp: true,
    path: "/refunds/:number/paid",
    repeat: "seen",
    summary: "Notes that the refunds of an order were paid by hand, and emails the customer",
    params: z.object({ number: textField({ max: 20, error: "number must be an order number." }) }),
    body: z.object({
      reference: textField({ max: 200, error: "Please give the transfer’s reference in 1 to 200 characters." }),
    }),
    errorStatuses: [404, 409],
    response: responseOf(z.object({ amount: rupees })),
  },
  listProviderEvents: {
    ...SYSTEM,
    method: "GET",
    path: "/provider-events",
    summary: "The payment provider's webhooks of the last month that had an effect, the newest 100",
    response: responseOf(z.array(providerEvent)),
  },
} as const satisfies Record<string, AdminEndpoint>;
