import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { contactMessage } from "../database/schema.ts";

/** Deletes what an email wrote, with the answers, except what is still open, and grievances, of which the shop has a register. */
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
