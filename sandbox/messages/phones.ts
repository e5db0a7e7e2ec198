/** The phones of the demo: what was sent to them, and what they sent. */

import { randomBytes } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../server/platform/database/database.ts";
import { sandboxPhoneMessage, sandboxPhoneTemplate } from "../../server/platform/database/schema/sandbox.ts";

export type SandboxPhoneMessage = typeof sandboxPhoneMessage.$inferSelect;
export type SandboxPhoneTemplate = typeof sandboxPhoneTemplate.$inferSelect;

/** Maximum number of messages shown. */
const SHOWN = 200;

export const newWamid = () => `wamid.${randomBytes(18).toString("base64url")}`;
export const newRequestId = () => randomBytes(12).toString("hex");

type NewMessage = Pick<SandboxPhoneMessage, "channel" | "mobile" | "text" | "providerId"> &
  Partial<Pick<SandboxPhoneMessage, "isIncoming" | "link" | "reference" | "category" | "state">>;

export async function addMessage(db: Database, message: NewMessage): Promise<SandboxPhoneMessage> {
  const [added] = await db
    .insert(sandboxPhoneMessage)
    .values({ ...message, at: new Date() })
    .returning();
  if (!added) throw new Error("no row");
  return added;
}

export async function findMessage(db: Database, id: number): Promise<SandboxPhoneMessage | null> {
  const [found] = await db.select().from(sandboxPhoneMessage).where(eq(sandboxPhoneMessage.id, id));
  return found ?? null;
}

export async function setState(db: Database, id: number, state: string): Promise<void> {
  await db.update(sandboxPhoneMessage).set({ state }).where(eq(sandboxPhoneMessage.id, id));
}

/** Lists messages newest first, of all phones or of one. */
export function listMessages(db: Database, mobile?: string): Promise<SandboxPhoneMessage[]> {
  return db
    .select()
    .from(sandboxPhoneMessage)
    .where(mobile === undefined ? undefined : eq(sandboxPhoneMessage.mobile, mobile))
    .orderBy(desc(sandboxPhoneMessage.id))
    .limit(SHOWN);
}

export async function findTemplate(
  db: Database,
  channel: SandboxPhoneTemplate["channel"],
  name: string,
): Promise<SandboxPhoneTemplate | null> {
  const [found] = await db
    .select()
    .from(sandboxPhoneTemplate)
    .where(and(eq(sandboxPhoneTemplate.channel, channel), eq(sandboxPhoneTemplate.name, name)));
  return found ?? null;
}

export const listTemplates = (db: Database): Promise<SandboxPhoneTemplate[]> =>
  db.select().from(sandboxPhoneTemplate).orderBy(sandboxPhoneTemplate.channel, sandboxPhoneTemplate.name);

/** Registers a template, approved. */
export async function registerTemplate(
  db: Pick<Database, "insert">,
  template: Omit<SandboxPhoneTemplate, "state">,
): Promise<void> {
  await db
    .insert(sandboxPhoneTemplate)
    .values(template)
    .onConflictDoUpdate({ target: sandboxPhoneTemplate.name, set: { ...template, state: "APPROVED" } });
}

export async function changeTemplate(
  db: Database,
  name: string,
  change: Partial<Pick<SandboxPhoneTemplate, "state" | "category">>,
): Promise<SandboxPhoneTemplate | null> {
  const [changed] = await db
    .update(sandboxPhoneTemplate)
    .set(change)
    .where(eq(sandboxPhoneTemplate.name, name))
    .returning();
  return changed ?? null;
}
