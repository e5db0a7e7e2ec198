import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";

/** Deletes the messages of an email, with their answers. Open messages and grievances stay, because the register must contain them. */
export async function deleteClosedMessagesOf(trx: DatabaseOrTransaction, email: string): Promise<void> {
  await trx
    .delete(contactMessage)
    .where(
      and(
        eq(sql`lower(${contactMessage.email})`, email),
        isNotNull(contactMessage.closedAt),
        isNull(contactMessage.grievanceAt),
      ),
    );
}
