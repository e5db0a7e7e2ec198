import { eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";

/** Deletes a message with its answers. @throws ApiError (404) */
export async function deleteMessage(db: Database, id: number, actor: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const [deleted] = await trx
      .delete(contactMessage)
      .where(eq(contactMessage.id, id))
      .returning({ reference: contactMessage.reference });
    if (!deleted) throw new ApiError("not_found", "This message is deleted already, or doesn’t exist.");
    const subject = { type: "message" as const, id: String(id) };
    await recordAudit(trx, actor, { action: "message.deleted", subject, before: deleted }, new Date());
  });
}
