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

export interface Action {
  /** Such as "order.shipped". */
  action: string;
  subject: { type: string; id: string };
  /** The fields that change, before and after. No secrets, and of customers only numbers: entries are never erased. */
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
    actorId: id,
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
