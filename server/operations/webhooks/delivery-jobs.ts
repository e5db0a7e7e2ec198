/** The jobs that deliver events: one for each order or size of which an endpoint has not accepted everything. */

import { and, asc, eq, like } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { webhookDelivery } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { TaskPayloads } from "../../platform/jobs/tasks.ts";

type Delivery = typeof webhookDelivery.$inferSelect;
/** What an event is about, as the part of its name before the full stop and an id: `order 17`. */
type Subject = string;

export const subjectOf = ({ event, subjectId }: Pick<Delivery, "event" | "subjectId">): Subject =>
  `${event.slice(0, event.indexOf("."))} ${subjectId}`;

/** Adds the job of a subject's deliveries, which triggers add for each event, too (functions/webhooks.sql). */
export function addDeliveryJob(trx: DatabaseOrTransaction, payload: TaskPayloads["deliver_events"]): Promise<void> {
  const { webhookId, subject } = payload;
  const key = ["deliver_events", webhookId, ...(subject ? [subject] : [])].join(" ");
  return addJob(trx, "deliver_events", payload, { key });
}

/** Reads the first delivery of a subject that the endpoint has not accepted yet. */
export async function nextDelivery(db: Database, webhookId: number, subject: Subject): Promise<Delivery | undefined> {
  const [topic, subjectId] = subject.split(" ");
  const [delivery] = await db
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        eq(webhookDelivery.subjectId, Number(subjectId)),
        eq(webhookDelivery.state, "waiting"),
        like(webhookDelivery.event, `${topic}.%`),
      ),
    )
    .orderBy(asc(webhookDelivery.id))
    .limit(1);
  return delivery;
}

/** Lists the subjects of which an endpoint has not accepted everything. */
export async function waitingSubjects(db: Database, webhookId: number): Promise<Subject[]> {
  const rows = await db
    .selectDistinct({ event: webhookDelivery.event, subjectId: webhookDelivery.subjectId })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.state, "waiting")));
  return [...new Set(rows.map(subjectOf))];
}
