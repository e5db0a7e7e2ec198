/** Notices to the customers whom an incident affects. */

import { and, count, eq, gt, gte, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { StaffIncident } from "../../contract/admin/incidents.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../contract/dates.ts";
import type { NoticeAudience } from "../../contract/privacy/schemas.ts";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import { canonicalEmail } from "../canonical-email.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, customerOrder, incidentNotice } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { addJob } from "../jobs/add-job.ts";
import { incidentSubject, lockIncident, readIncident } from "./incidents.ts";

export interface Audience {
  audience: NoticeAudience;
  orderedFrom?: string | null | undefined;
  orderedTo?: string | null | undefined;
  emails: readonly string[];
}

interface NewNotice extends Audience {
  subject: string;
  text: string;
}

/** Returns the condition of the customers to whom a notice goes. @throws ApiError (422) for an incomplete audience */
export function affectedCustomers(
  db: Pick<DatabaseOrTransaction, "select">,
  { audience, orderedFrom, orderedTo, emails }: Audience,
): SQL | undefined {
  const hasAccount = isNull(customer.closedAt);
  if (audience === "all") return hasAccount;
  if (audience === "listed") {
    if (emails.length === 0) throw ApiError.ofField("emails", "Please list at least one email.");
    return and(hasAccount, inArray(customer.email, emails.map(canonicalEmail)));
  }
  if (!orderedFrom) throw ApiError.ofField("orderedFrom", "Please choose the first day.");
  if (!orderedTo || orderedTo < orderedFrom)
    throw ApiError.ofField("orderedTo", "Please choose a last day that is not before the first.");
  const buyers = db
    .select({ id: customerOrder.customerId })
    .from(customerOrder)
    .where(
      and(
        gte(customerOrder.createdAt, startOfDayInIndia(orderedFrom)),
        lt(customerOrder.createdAt, endOfDayInIndia(orderedTo)),
      ),
    );
  return and(hasAccount, inArray(customer.id, buyers));
}

export async function countAffected(db: DatabaseOrTransaction, audience: Audience): Promise<number> {
  const [row] = await db.select({ customers: count() }).from(customer).where(affectedCustomers(db, audience));
  return row?.customers ?? 0;
}

/** Reads the next recipients of a notice, by id. */
export const nextAffected = (trx: DatabaseOrTransaction, audience: Audience, after: number, max: number) =>
  trx
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(and(affectedCustomers(trx, audience), gt(customer.id, after)))
    .orderBy(customer.id)
    .limit(max);

/**
 * Sends a notice by a job.
 * @throws ApiError (404), (409) if the number of recipients differs from what the caller has seen
 */
export function sendNotice(
  db: Database,
  id: number,
  { customers, ...notice }: NewNotice & { customers: number },
  actor: Actor,
  shopOrigin: string,
): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    await lockIncident(trx, id);
    const affected = await countAffected(trx, notice);
    if (affected === 0) throw ApiError.ofField("audience", "No customer with an account is among these.");
    if (affected !== customers)
      throw new ApiError("conflict", `The notice would go to ${affected} customers now. Please check again.`);
    const [row] = await trx
      .insert(incidentNotice)
      .values({ ...notice, emails: [...notice.emails], incidentId: id, author: actor.name, shopOrigin, createdAt: now })
      .returning({ id: incidentNotice.id });
    if (!row) throw new Error("the notice was not stored");
    await addJob(trx, "send_incident_letter", { letterId: row.id }, { key: `incident notice ${row.id}` });
    const after = { notice: row.id, audience: notice.audience, customers };
    await recordAudit(trx, actor, { action: "incident.notice_sent", subject: incidentSubject(id), after }, now);
    return readIncident(trx, id);
  });
}

/** Stops sending a notice; queued emails are still sent. Idempotent. @throws ApiError (404) */
export function stopNotice(db: Database, id: number, noticeId: number, actor: Actor): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    await lockIncident(trx, id);
    const [stopped] = await trx
      .update(incidentNotice)
      .set({ state: "stopped", doneAt: now })
      .where(
        and(eq(incidentNotice.id, noticeId), eq(incidentNotice.incidentId, id), eq(incidentNotice.state, "sending")),
      )
      .returning({ sent: incidentNotice.sent });
    if (stopped) {
      const after = { notice: noticeId, sent: stopped.sent };
      await recordAudit(trx, actor, { action: "incident.notice_stopped", subject: incidentSubject(id), after }, now);
    }
    return readIncident(trx, id);
  });
}
