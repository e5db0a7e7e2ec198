import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { contactMessage } from "../database/schema.ts";

/** Deletes the messages of an email, with their answers, except open ones and grievances, which the register must have. */
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
