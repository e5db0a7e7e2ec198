import type { FastifyInstance } from "fastify";
import type { Database } from "../server/database/database.ts";
import { SANDBOX_PAYMENT_KEYS } from "../server/live/published-keys.ts";
import type { MailTransport } from "../server/mail/transport.ts";
import { googleProvider, SANDBOX_CLIENT_ID, SANDBOX_POPUP } from "./google.ts";
import { mailboxRoutes } from "./mail.ts";
import { mailboxTransport } from "./mailbox.ts";
import { RAZORPAY_PATH, type RazorpayProvider, razorpayProvider } from "./razorpay/provider.ts";
import type { Credentials } from "./razorpay/signatures.ts";

/** They are the same on every instance. */
export const SANDBOX_PAYMENT_CREDENTIALS: Credentials = SANDBOX_PAYMENT_KEYS;
const WEBHOOK = "/api/webhooks/razorpay";

/** Stand-ins for the outside world, speaking its protocols; for the demo and for tests only. */
export interface Sandbox {
  /** Null where the shop names a mail server itself. */
  mail: MailTransport | null;
  google: { clientId: string; popup: string } & ReturnType<typeof googleProvider>;
  /** Null where the shop names a payment provider itself. */
  payments: SandboxPayments | null;
}

export interface SandboxPayments {
  keyId: string;
  keySecret: string;
  webhookSecrets: string[];
  /** Where its REST API is. */
  api: string;
  /** Address of its checkout script. */
  script: string;
  fetch: RazorpayProvider["fetch"];
}

interface SandboxDeps {
  db: Database;
  /** Of the shop. */
  origin: string;
  /** Whether a mailbox is wanted: it shows everybody whatever the shop has sent, also through a mail server of its own. */
  mail: boolean;
  /** Whether a payment provider is wanted; two on one database would take each other's work. */
  payments: boolean;
}

/** Puts the stand-ins' own pages at `/sandbox`. */
export async function openSandbox(app: FastifyInstance, { db, origin, mail, payments }: SandboxDeps): Promise<Sandbox> {
  if (mail) mailboxRoutes(app, db);
  return {
    mail: mail ? mailboxTransport(db) : null,
    google: { clientId: SANDBOX_CLIENT_ID, popup: SANDBOX_POPUP, ...googleProvider(app, origin) },
    payments: payments ? await openPayments(app, { db, origin }) : null,
  };
}

async function openPayments(
  app: FastifyInstance,
  { db, origin }: Pick<SandboxDeps, "db" | "origin">,
): Promise<SandboxPayments> {
  const credentials = SANDBOX_PAYMENT_CREDENTIALS;
  const { fetch } = await razorpayProvider(app, {
    db,
    credentials,
    sendWebhook: async (body, headers) =>
      (await app.inject({ method: "POST", url: WEBHOOK, headers, payload: body })).statusCode,
    log: app.log,
  });
  return {
    keyId: credentials.keyId,
    keySecret: credentials.keySecret,
    webhookSecrets: [credentials.webhookSecret],
    api: `${origin}${RAZORPAY_PATH}`,
    script: `${RAZORPAY_PATH}/checkout.js`,
    fetch,
  };
}
