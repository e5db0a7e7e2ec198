import { and, eq, gt, isNull } from "drizzle-orm";
import type { AuditAction, AuditSubject } from "../../../contract/admin/audit-names.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { auditEntry } from "../database/schema.ts";

/** Who acts: a member of staff in a request, or a command. */
export interface Actor {
  /** Null for a command. */
  id: number | null;
  name: string;
  role: string;
  requestId: string;
}

/** The owner's commands, run on the shop's machine. */
export const COMMAND_ACTOR: Actor = { id: null, name: "Command", role: "", requestId: "" };

/** The actor of what a bank or the payment provider decides. */
export const PROVIDER_ACTOR: Actor = { id: null, name: "Payment provider", role: "", requestId: "" };

/** The actor of what the shop does at a time that staff has scheduled. */
export const SCHEDULE_ACTOR: Actor = { id: null, name: "Schedule", role: "", requestId: "" };

export interface Action {
  action: AuditAction;
  subject: { type: AuditSubject; id: string };
  /** The changed fields before and after. Contains no secrets, and of customers only numbers: entries are never erased. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Records an action in its own transaction, so that neither exists without the other. */
export async function recordAudit(
  trx: DatabaseOrTransaction,
  { id, name, role, requestId }: Actor,
  { action, subject, before = null, after = null }: Action,
  at: Date,
): Promise<void> {
  await trx.insert(auditEntry).values({
    at,
    // An API token is not a member of staff.
    actorId: id || null,
    actor: name,
    role,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    before,
    after,
    requestId,
  });
}

/** Records a repeatable action, such as viewing a page, unless the same actor has already done it within a period. */
export async function recordAuditOnce(
  db: DatabaseOrTransaction,
  actor: Actor,
  action: Action,
  { at, withinMs }: { at: Date; withinMs: number },
): Promise<void> {
  const [known] = await db
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.subjectType, action.subject.type),
        eq(auditEntry.subjectId, action.subject.id),
        eq(auditEntry.action, action.action),
        // Commands and API tokens have no member id; their names tell them apart.
        actor.id ? eq(auditEntry.actorId, actor.id) : and(isNull(auditEntry.actorId), eq(auditEntry.actor, actor.name)),
        gt(auditEntry.at, new Date(at.getTime() - withinMs)),
      ),
    )
    .limit(1);
  if (!known) await recordAudit(db, actor, action, at);
}
