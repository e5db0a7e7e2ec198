import type { FastifyInstance } from "fastify";
import { newToken } from "../base/secrets.ts";
import type { PaymentProvider } from "../orders/payments/provider.ts";
import { createRazorpay, type RazorpayAccount } from "../orders/payments/razorpay/razorpay.ts";
import { type GoogleSignIn, googleSignIn } from "../people/accounts/google.ts";
import type { DeploymentSettings } from "../platform/config/config.ts";
import type { Database } from "../platform/database/database.ts";
import { takesTestPayments } from "../platform/live/test-payments.ts";
import { MAILS_AT_ONCE } from "../platform/mail/send-mail.ts";
import type { MailSender } from "../platform/mail/sender.ts";
import type { MailTransport } from "../platform/mail/transport.ts";
import type { Post } from "../platform/outgoing/post.ts";
import type { PhoneProviders } from "../platform/phone-messages/channel.ts";
import type { PhoneWebhookKeys } from "../platform/phone-messages/connected.ts";
import { createPhoneProviders } from "../platform/phone-messages/providers.ts";
import type { CourierFetch } from "./couriers/courier-request.ts";
import { createDelhivery } from "./couriers/delhivery/delhivery.ts";
import type { CourierProvider } from "./couriers/provider.ts";
import type { CourierProviders } from "./couriers/providers.ts";
import { createShiprocket } from "./couriers/shiprocket/shiprocket.ts";
import { watchLogin } from "./couriers/watch-logins.ts";

/** The external services of the shop. */
export interface Services {
  mail: MailTransport;
  /** Null if Google is not offered. */
  google: GoogleSignIn | null;
  payments: PaymentProvider;
  /** The channels to mobile numbers that are connected. */
  phones: PhoneProviders;
  /** By what their webhooks are recognised. */
  phoneKeys: PhoneWebhookKeys;
  couriers: CourierProviders;
}

/**
 * Connects the services that the settings name. In a demo a fake replaces each missing one; a live shop never loads a fake: while it is
 * closed, mails wait for a mail server, and nothing can be paid without an account with the payment provider.
 */
export async function createServices(
  app: FastifyInstance,
  {
    settings,
    db,
    shopName,
    readSender,
  }: {
    settings: DeploymentSettings;
    db: Database;
    shopName: () => Promise<string>;
    readSender: (origin: string) => Promise<MailSender>;
  },
): Promise<Services> {
  const watch = (provider: CourierProvider) => watchLogin(provider, { db, readSender, log: app.log });
  const { DEMO, SMTP_URL, SHOP_ORIGIN, GOOGLE_CLIENT_ID, GOOGLE_ISSUER } = settings;
  const named = {
    payments: settings.RAZORPAY_KEY_ID ? namedAccount(settings) : undefined,
    mail: SMTP_URL
      ? (await import("../platform/mail/smtp.ts")).smtpTransport(SMTP_URL, MAILS_AT_ONCE * settings.JOB_CONCURRENCY)
      : undefined,
    google: GOOGLE_CLIENT_ID ? googleSignIn({ clientId: GOOGLE_CLIENT_ID, issuer: GOOGLE_ISSUER }) : null,
    phones: await createPhoneProviders(settings),
    couriers: namedCouriers(settings),
  };
  if (!DEMO) {
    return {
      mail: named.mail ?? NO_MAIL_SERVER,
      google: named.google,
      payments: payments(named.payments ?? noAccount(settings), settings),
      phones: named.phones,
      phoneKeys: settings,
      couriers: couriers(named.couriers, settings, watch),
    };
  }
  const { openSandbox } = await import("../../sandbox/sandbox.ts");
  const sandbox = await openSandbox(app, {
    db,
    origin: SHOP_ORIGIN || "http://localhost",
    shopName,
    mail: named.mail === undefined,
    payments: named.payments === undefined,
  });
  const account = named.payments ?? sandbox.payments;
  if (!account) throw new Error("the sandbox has opened no payment provider");
  const mail = named.mail ?? sandbox.mail;
  if (!mail) throw new Error("the sandbox has opened no mailbox");
  return {
    mail,
    google: named.google ?? googleSignIn(sandbox.google),
    payments: payments(account, settings),
    ...(await demoPhones(settings, named.phones, sandbox.phones)),
    couriers: couriers(
      {
        shiprocket: { ...sandbox.couriers.shiprocket, fetch: sandbox.couriers.fetch },
        delhivery: { ...sandbox.couriers.delhivery, fetch: sandbox.couriers.fetch },
        ...named.couriers,
      },
      settings,
      watch,
    ),
  };
}

/** Adds the sandbox's channels where the settings name none. */
async function demoPhones(
  settings: DeploymentSettings,
  named: PhoneProviders,
  { settings: own, post }: { settings: Partial<DeploymentSettings> & PhoneWebhookKeys; post: Post },
): Promise<Pick<Services, "phones" | "phoneKeys">> {
  const sandbox = await createPhoneProviders({ ...settings, ...own }, post);
  const { WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN } = named.whatsapp ? settings : own;
  return {
    phones: { ...sandbox, ...named },
    phoneKeys: {
      WHATSAPP_PHONE_NUMBER_ID,
      WHATSAPP_APP_SECRET,
      WHATSAPP_VERIFY_TOKEN,
      SMS_WEBHOOK_TOKEN: (named.sms ? settings : own).SMS_WEBHOOK_TOKEN,
    },
  };
}

const NO_MAIL_SERVER: MailTransport = {
  send: () => Promise.reject(new Error("No mail server is set. The email waits for one.")),
  close() {},
};

/** Requests nothing, and believes nobody: what it was paid is signed with a secret that nobody knows. */
const noAccount = ({ RAZORPAY_API, RAZORPAY_SCRIPT }: DeploymentSettings): Account => ({
  keyId: "",
  keySecret: newToken(),
  webhookSecrets: [],
  api: RAZORPAY_API,
  script: RAZORPAY_SCRIPT,
  fetch: () => Promise.reject(new Error("no keys are set")),
});

type Account = Omit<RazorpayAccount, "timeoutMs">;

function namedAccount(settings: DeploymentSettings): Account {
  return {
    keyId: settings.RAZORPAY_KEY_ID,
    keySecret: settings.RAZORPAY_KEY_SECRET,
    isTest: takesTestPayments(settings),
    webhookSecrets: settings.RAZORPAY_WEBHOOK_SECRETS,
    api: settings.RAZORPAY_API,
    script: settings.RAZORPAY_SCRIPT,
  };
}

const payments = (account: Account, { PAYMENT_TIMEOUT_MS }: DeploymentSettings): PaymentProvider =>
  createRazorpay({ ...account, timeoutMs: PAYMENT_TIMEOUT_MS });

interface CourierKeys {
  shiprocket?: { email: string; password: string; api: string; fetch?: CourierFetch };
  delhivery?: { token: string; api: string; fetch?: CourierFetch };
}

/** The keys that the settings name. */
function namedCouriers({
  SHIPROCKET_EMAIL,
  SHIPROCKET_PASSWORD,
  SHIPROCKET_API,
  DELHIVERY_TOKEN,
  DELHIVERY_API,
}: DeploymentSettings): CourierKeys {
  return {
    ...(SHIPROCKET_EMAIL && {
      shiprocket: { email: SHIPROCKET_EMAIL, password: SHIPROCKET_PASSWORD, api: SHIPROCKET_API },
    }),
    ...(DELHIVERY_TOKEN && { delhivery: { token: DELHIVERY_TOKEN, api: DELHIVERY_API } }),
  };
}

/** Connects the couriers whose keys are known. */
function couriers(
  { shiprocket, delhivery }: CourierKeys,
  { COURIER_TIMEOUT_MS: timeoutMs }: DeploymentSettings,
  watch: (provider: CourierProvider) => CourierProvider,
): CourierProviders {
  const connected: CourierProvider[] = [
    ...(shiprocket ? [createShiprocket({ ...shiprocket, timeoutMs })] : []),
    ...(delhivery ? [createDelhivery({ ...delhivery, timeoutMs })] : []),
  ];
  return new Map(connected.map((provider) => [provider.name, watch(provider)]));
}
