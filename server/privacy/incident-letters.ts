import { and, count, eq, gt, gte, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { StaffIncident } from "../../contract/admin/incidents.ts";
import { endOfDayInIndia, startOfDayInIndia } from "../../contract/dates.ts";
import type { LetterAudience } from "../../contract/privacy/schemas.ts";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import { canonicalEmail } from "../canonical-email.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, customerOrder, incidentLetter } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { addJob } from "../jobs/add-job.ts";
import { incidentSubject, lockIncident, readIncident } from "./incidents.ts";

/** Letters to the customers whom an incident affects. */

export interface Audience {
  audience: LetterAudience;
  orderedFrom?: string | null | undefined;
  orderedTo?: string | null | undefined;
  emails: readonly string[];
}

interface NewLetter extends Audience {
  subject: string;
  text: string;
}

/** The condition of the customers whom a letter goes to. @throws ApiError (422) for an incomplete audience */
export function whoIsAffected(
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
  const [row] = await db.select({ customers: count() }).from(customer).where(whoIsAffected(db, audience));
  return row?.customers ?? 0;
}

/** The next customers whom a letter goes to, by id. */
export const nextAffected = (trx: DatabaseOrTransaction, audience: Audience, after: number, max: number) =>
  trx
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(and(whoIsAffected(trx, audience), gt(customer.id, after)))
    .orderBy(customer.id)
    .limit(max);

/**
 * Sends a letter, by a job.
 * @throws ApiError (404), (409) if it would go to another number of customers than the caller has seen
 */
export function sendLetter(
  db: Database,
  id: number,
  { customers, ...letter }: NewLetter & { customers: number },
  actor: Actor,
  shopOrigin: string,
): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    await lockIncident(trx, id);
    const affected = await countAffected(trx, letter);
    if (affected === 0) throw ApiError.ofField("audience", "No customer with an account is among these.");
    if (affected !== customers)
      throw new ApiError("conflict", `The letter would go to ${affected} customers now. Please check again.`);
    const [row] = await trx
      .insert(incidentLetter)
      .values({ ...letter, emails: [...letter.emails], incidentId: id, author: actor.name, shopOrigin, createdAt: now })
      .returning({ id: incidentLetter.id });
    if (!row) throw new Error("the letter was not stored");
    await addJob(trx, "send_incident_letter", { letterId: row.id }, { key: `incident letter ${row.id}` });
    const after = { letter: row.id, audience: letter.audience, customers };
    await recordAudit(trx, actor, { action: "incident.letter_sent", subject: incidentSubject(id), after }, now);
    return readIncident(trx, id);
  });
}

/** Stops a letter that is being sent; what is queued is sent. Idempotent. @throws ApiError (404) */
export function stopLetter(db: Database, id: number, letterId: number, actor: Actor): Promise<StaffIncident> {
  return db.transaction(async (trx) => {
    const now = new Date();
    await lockIncident(trx, id);
    const [stopped] = await trx
      .update(incidentLetter)
      .set({ state: "stopped", doneAt: now })
      .where(
        and(eq(incidentLetter.id, letterId), eq(incidentLetter.incidentId, id), eq(incidentLetter.state, "sending")),
      )
      .returning({ sent: incidentLetter.sent });
    if (stopped) {
      const after = { letter: letterId, sent: stopped.sent };
      await recordAudit(trx, actor, { action: "incident.letter_stopped", subject: incidentSubject(id), after }, now);
    }
    return readIncident(trx, id);
  });
}
