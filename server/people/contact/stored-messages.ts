import { desc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";

export type StoredMessage = typeof contactMessage.$inferSelect;

/** Lists the messages of the contact form, newest first. @returns the first `max` of them, and their number */
export async function listMessages(db: Database, max: number): Promise<{ messages: StoredMessage[]; total: number }> {
  const messages = await db
    .select()
    .from(contactMessage)
    .orderBy(desc(contactMessage.createdAt), desc(contactMessage.id))
    .limit(max);
  return { messages, total: await db.$count(contactMessage) };
}

/** Finds a message by its number; null if there is none. */
export async function findMessage(db: Database, id: number): Promise<StoredMessage | null> {
  const [found] = await db.select().from(contactMessage).where(eq(contactMessage.id, id));
  return found ?? null;
}

/** @returns whether it existed */
export async function deleteMessage(db: Database, id: number): Promise<boolean> {
  const deleted = await db.delete(contactMessage).where(eq(contactMessage.id, id)).returning({ id: contactMessage.id });
  return deleted.length > 0;
}
