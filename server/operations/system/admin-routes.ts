import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { MAX_WAITING } from "../../../contract/admin/home.ts";
import type { DueRefund } from "../../../contract/admin/system.ts";
import { maskEmails } from "../../base/mask-contact.ts";
import { toRupees } from "../../base/money.ts";
import { recordManualRefunds } from "../../orders/payments/refunds-by-hand.ts";
import { listProviderEvents } from "../../orders/payments/staff-events.ts";
import { listRefundsForStaff, type RefundForStaff, retryRefunds } from "../../orders/payments/staff-refunds.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { countJobStates, listJobsInState } from "../../platform/jobs/staff-jobs.ts";
import { listUncertainMails } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { deleteJobAs, resendAllMailsAs, resendMailAs, retryAllJobsAs, retryJobAs } from "./actions.ts";

interface RouteDeps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}

export function systemAdminRoutes(admin: FastifyInstance, { db, readSender }: RouteDeps): void {
  handleAdmin(admin, adminEndpoints.listJobs, async ({ query: { state, before } }) => {
    const { jobs, hasMore } = await listJobsInState(db, state, before === undefined ? null : Number(before));
    return {
      data: {
        jobs: jobs.map(({ id, taskIdentifier, payload, key, runAt, ...job }) => ({
          ...job,
          _id: String(id),
          task: taskIdentifier,
          payload: JSON.stringify(payload),
          runAt: runAt.toISOString(),
          isRecurring: key === taskIdentifier,
        })),
        hasMore,
        counts: await countJobStates(db),
      },
    };
  });
  handleAdmin(admin, adminEndpoints.retryJob, async ({ staff, params }) => {
    await retryJobAs(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.retryJobs, async ({ staff }) => ({
    data: { jobs: await retryAllJobsAs(db, staff) },
  }));
  handleAdmin(admin, adminEndpoints.deleteJob, async ({ staff, params, body }) => {
    await deleteJobAs(db, Number(params.id), body.reason, staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.listUncertainMails, async ({ query: { before }, staff }) => {
    const shown = staff.permissions.has("view_customers") ? (text: string) => text : maskEmails;
    const { mails, hasMore } = await listUncertainMails(db, before === undefined ? null : Number(before));
    return {
      data: {
        mails: mails.map(({ id, createdAt, recipient, lastError, ...mail }) => ({
          ...mail,
          _id: String(id),
          at: createdAt.toISOString(),
          recipient: shown(recipient),
          lastError: lastError && shown(lastError),
        })),
        hasMore,
      },
    };
  });
  handleAdmin(admin, adminEndpoints.resendUncertainMail, async ({ staff, params }) => {
    await resendMailAs(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.resendUncertainMails, async ({ staff }) => ({
    data: { mails: await resendAllMailsAs(db, staff) },
  }));
  handleAdmin(admin, adminEndpoints.listRefunds, async () => {
    const refunds = await listRefundsForStaff(db, { needsAttention: false, max: MAX_WAITING });
    return { data: refunds.map(toDueRefund) };
  });
  handleAdmin(admin, adminEndpoints.listDueRefunds, async () => {
    const refunds = await listRefundsForStaff(db, { needsAttention: true, max: MAX_WAITING });
    return { data: refunds.map(toDueRefund) };
  });
  handleAdmin(admin, adminEndpoints.retryRefunds, async ({ staff, params: { number } }) => ({
    data: { amount: toRupees(await retryRefunds(db, number, staff)) },
  }));
  handleAdmin(admin, adminEndpoints.recordManualRefund, async ({ staff, params: { number }, body: { reference } }) => ({
    data: {
      amount: toRupees(await recordManualRefunds(db, number, reference, { readSender, now: new Date(), actor: staff })),
    },
  }));
  handleAdmin(admin, adminEndpoints.listProviderEvents, async () => ({
    data: (await listProviderEvents(db, MAX_WAITING)).map(({ id, event, receivedAt }) => ({
      _id: id,
      event,
      at: receivedAt.toISOString(),
    })),
  }));
}

const toDueRefund = (refund: RefundForStaff): DueRefund => {
  const { orderNumber, customerName, amountPaise, reason, state, createdAt, lastError, upiId } = refund;
  const at = createdAt.toISOString();
  return {
    order: orderNumber,
    customer: customerName,
    amount: toRupees(amountPaise),
    reason,
    state,
    at,
    lastError,
    upiId,
  };
};
