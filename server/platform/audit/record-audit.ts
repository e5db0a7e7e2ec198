import { and, eq, gt, isNull } from "drizzle-orm";
import type { AuditAction, AuditSubject } from "../../../contract/admin/audit-names.ts";
import { storable } from "../../base/storable.ts";
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

/** The actor of what the shop notices by itself. */
export const SHOP_ACTOR: Actor = { id: null, name: "The shop", role: "", requestId: "" };

/** Returns the actor of what a courier's scan decides. */
export const courierActor = (courier: string): Actor => ({ id: null, name: courier, role: "", requestId: "" });

/** The actor of what the answers of mail servers decide. */
export const MAIL_SERVER_ACTOR: Actor = { id: null, name: "Mail server", role: "", requestId: "" };

/** The actor of what happens at the sign-in of staff before anybody is known. */
export const STRANGER_ACTOR: Actor = { id: null, name: "Somebody", role: "", requestId: "" };

export interface Action {
  action: AuditAction;
  subject: { type: AuditSubject; id: string };
  /** The changed fields before and after. Contains no secrets, and of customers only numbers: entries are never erased. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Records an action in its own transaction, so that neither exists without the other. */
export const recordAudit = (trx: DatabaseOrTransaction, actor: Actor, action: Action, at: Date): Promise<void> =>
  recordAudits(trx, actor, [action], at);

/** Records some thousand actions of one actor at most, in their transaction. */
export async function recordAudits(
  trx: DatabaseOrTransaction,
  { id, name, role, requestId }: Actor,
  actions: readonly Action[],
  at: Date,
): Promise<void> {
  if (actions.length === 0) return;
  await trx.insert(auditEntry).values(
    actions.map(({ action, subject, before = null, after = null }) => ({
      at,
      // An API token is not a member of staff.
      actorId: id || null,
      actor: name,
      role,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      before: storable(before),
      after: storable(after),
      requestId,
    })),
  );
}

/**
 * Records a repeatable action, such as viewing a page, unless the same actor has already done it within a period.
 * @returns whether it was recorded
 */
export async function recordAuditOnce(
  db: DatabaseOrTransaction,
  actor: Actor,
  action: Action,
  { at, withinMs }: { at: Date; withinMs: number },
): Promise<boolean> {
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
  if (known) return false;
  await recordAudit(db, actor, action, at);
  return true;
}
