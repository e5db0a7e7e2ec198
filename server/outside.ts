import type { FastifyInstance } from "fastify";
import { type GoogleSignIn, googleSignIn } from "./accounts/google.ts";
import type { Settings } from "./config.ts";
import type { Database } from "./database/database.ts";
import { StartupProblem } from "./failures.ts";
import { type MailTransport, smtpTransport } from "./mail/transport.ts";

/** The services outside of the shop that it talks to. */
export interface OutsideServices {
  mail: MailTransport;
  /** Null where Google is not offered. */
  google: GoogleSignIn | null;
}

/**
 * Takes the services that the settings name. In the demo a stand-in speaks for each that is not named; a live shop never loads one.
 * @throws StartupProblem when a live shop has no mail server
 */
export async function outsideServices(
  app: FastifyInstance,
  { settings, db }: { settings: Settings; db: Database },
): Promise<OutsideServices> {
  const { DEMO, SMTP_URL, SHOP_ORIGIN, GOOGLE_CLIENT_ID, GOOGLE_ISSUER } = settings;
  const named = {
    mail: SMTP_URL ? smtpTransport(SMTP_URL) : undefined,
    google: GOOGLE_CLIENT_ID ? googleSignIn({ clientId: GOOGLE_CLIENT_ID, issuer: GOOGLE_ISSUER }) : null,
  };
  if (!DEMO) {
    if (!named.mail) throw new StartupProblem("A live shop needs a mail server; set SMTP_URL.");
    return { mail: named.mail, google: named.google };
  }
  const { openSandbox } = await import("../sandbox/sandbox.ts");
  const sandbox = await openSandbox(app, { db, origin: SHOP_ORIGIN || "http://localhost" });
  return { mail: named.mail ?? sandbox.mail, google: named.google ?? googleSignIn(sandbox.google) };
}
