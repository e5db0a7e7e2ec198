import type { FastifyInstance } from "fastify";
import type { Database } from "../server/database/database.ts";
import type { MailTransport } from "../server/mail/transport.ts";
import { googleProvider, SANDBOX_CLIENT_ID, SANDBOX_POPUP } from "./google.ts";
import { mailboxRoutes } from "./mail.ts";
import { mailboxTransport } from "./mailbox.ts";

/** Stand-ins for the outside world, speaking its protocols; for the demo and for tests only. */
export interface Sandbox {
  mail: MailTransport;
  google: { clientId: string; popup: string } & Awaited<ReturnType<typeof googleProvider>>;
}

/** Puts the stand-ins' own pages at `/sandbox`. */
export async function openSandbox(
  app: FastifyInstance,
  { db, origin }: { db: Database; origin: string },
): Promise<Sandbox> {
  mailboxRoutes(app, db);
  const google = await googleProvider(app, origin);
  return { mail: mailboxTransport(db), google: { clientId: SANDBOX_CLIENT_ID, popup: SANDBOX_POPUP, ...google } };
}
