import type { FastifyInstance } from "fastify";
import { SANDBOX_PAYMENT_KEYS } from "../server/platform/config/published-keys.ts";
import type { Database } from "../server/platform/database/database.ts";
import { createSandboxTables } from "../server/platform/database/sandbox-tables.ts";
import type { MailTransport } from "../server/platform/mail/transport.ts";
import type { Post } from "../server/platform/outgoing/post.ts";
import { type CouriersSandbox, registerCouriersSandbox } from "./couriers/register.ts";
import { googleProvider, SANDBOX_CLIENT_ID, SANDBOX_POPUP } from "./google.ts";
import { mailboxRoutes } from "./mail.ts";
import { mailboxTransport } from "./mailbox.ts";
import { registerPhones, sandboxMessageSettings } from "./messages/register.ts";
import { FONT_PATH, fontRoutes } from "./page.ts";
import { RAZORPAY_PATH, type RazorpaySandbox, registerRazorpaySandbox } from "./razorpay/register.ts";
import type { Credentials } from "./razorpay/signatures.ts";

/** The same for every instance. */
export const SANDBOX_PAYMENT_CREDENTIALS: Credentials = SANDBOX_PAYMENT_KEYS;
const WEBHOOK = "/api/webhooks/razorpay";

/** Fakes of external services that speak their protocols, for the demo and tests only. */
export interface Sandbox {
  /** Null if the shop has a mail server. */
  mail: MailTransport | null;
  google: { clientId: string; popup: string } & ReturnType<typeof googleProvider>;
  /** Null if the shop has its own payment provider account. */
  payments: SandboxPayments | null;
  /** The accounts at WhatsApp and MSG91, and how they are called. */
  phones: { settings: ReturnType<typeof sandboxMessageSettings>; post: Post };
  couriers: CouriersSandbox;
}

interface SandboxPayments {
  keyId: string;
  keySecret: string;
  webhookSecrets: string[];
  /** URL of its REST API. */
  api: string;
  /** URL of its checkout script. */
  script: string;
  fetch: RazorpaySandbox["fetch"];
}

interface SandboxDeps {
  db: Database;
  /** The shop's origin. */
  origin: string;
  /** Reads the shop's name, from which its emails come. */
  shopName(): Promise<string>;
  /** Whether to open the mailbox, which shows all mails to everybody. */
  mail: boolean;
  /** Whether to run the payment provider; two on one database would process each other's queue. */
  payments: boolean;
}

/** Mounts the fakes' pages at `/sandbox`. */
export async function openSandbox(
  app: FastifyInstance,
  { db, origin, shopName, mail, payments }: SandboxDeps,
): Promise<Sandbox> {
  await createSandboxTables(db);
  fontRoutes(app, FONT_PATH);
  if (mail) mailboxRoutes(app, { db, shopName });
  return {
    mail: mail ? mailboxTransport(db) : null,
    google: { clientId: SANDBOX_CLIENT_ID, popup: SANDBOX_POPUP, ...googleProvider(app, origin) },
    payments: payments ? await openPayments(app, { db, origin }) : null,
    phones: { settings: sandboxMessageSettings(origin), ...(await openPhones(app, { db, origin })) },
    couriers: await registerCouriersSandbox(app, { db, origin }),
  };
}

const openPhones = (app: FastifyInstance, { db, origin }: Pick<SandboxDeps, "db" | "origin">) =>
  registerPhones(app, {
    db,
    origin,
    sendReport: async (path, body, headers) =>
      (await app.inject({ method: "POST", url: path, headers, payload: body })).statusCode,
  });

async function openPayments(
  app: FastifyInstance,
  { db, origin }: Pick<SandboxDeps, "db" | "origin">,
): Promise<SandboxPayments> {
  const credentials = SANDBOX_PAYMENT_CREDENTIALS;
  const { fetch } = await registerRazorpaySandbox(app, {
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
