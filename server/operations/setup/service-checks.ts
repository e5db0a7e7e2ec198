/** Tests of the external services, at staff's request; the last success and the last error of each are stored. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { SERVICES, type Service, type ServiceState } from "../../../contract/admin/go-live.ts";
import { STORAGE_TROUBLES } from "../../../contract/admin/storage-trouble.ts";
import { ApiError } from "../../base/errors.ts";
import type { PaymentProvider } from "../../orders/payments/provider.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { testPurge } from "../../platform/cdn/purge.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { serviceCheck } from "../../platform/database/schema.ts";
import { storageTrouble } from "../../platform/database/storage-trouble.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MailTransport } from "../../platform/mail/transport.ts";
import { openMediaStores } from "../../platform/media/media-stores.ts";
import { mailNow, testEmail } from "./mail-now.ts";

/** Time limit of a test, after which the page continues without a response. */
const LIMIT_MS = 10_000;
const MAX_ERROR = 300;

export interface ServiceDeps {
  db: Database;
  settings: DeploymentSettings;
  transport: MailTransport;
  provider: PaymentProvider;
}

/** Reads the stored results without contacting a service. */
export async function listServices({ db, settings }: Pick<ServiceDeps, "db" | "settings">): Promise<ServiceState[]> {
  const stored = await db.select().from(serviceCheck);
  return SERVICES.map((service) => {
    const found = stored.find((row) => row.service === service);
    const trouble = service === "database" ? storageTrouble(new Date()) : null;
    return {
      service,
      detail: detailOf(service, settings),
      isUsed: isUsed(service, settings),
      succeededAt: found?.succeededAt?.toISOString() ?? null,
      failedAt: (trouble?.at ?? found?.failedAt)?.toISOString() ?? null,
      error: trouble ? STORAGE_TROUBLES[trouble.trouble] : (found?.error ?? null),
    };
  });
}

function isUsed(service: Service, { DEMO, CDN_PURGE, SMTP_URL, RAZORPAY_KEY_ID }: DeploymentSettings): boolean {
  if (service === "cdn") return CDN_PURGE !== "";
  // A shop that is still closed may have none yet.
  if (service === "mail") return DEMO || SMTP_URL !== "";
  return service !== "payments" || DEMO || RAZORPAY_KEY_ID !== "";
}

function detailOf(service: Service, settings: DeploymentSettings): string {
  const { DATABASE_URL, RAZORPAY_API, RAZORPAY_KEY_ID, SMTP_URL, MEDIA_STORE, S3_ENDPOINT, S3_BUCKET } = settings;
  const without = (demo: string) => (settings.DEMO ? demo : "none is set yet");
  const hostOf = (url: string) => URL.parse(url)?.host ?? "";
  switch (service) {
    case "database":
      return DATABASE_URL ? `PostgreSQL at ${hostOf(DATABASE_URL)}` : "the shop’s own PostgreSQL";
    case "payments":
      return RAZORPAY_KEY_ID
        ? `Razorpay at ${hostOf(RAZORPAY_API)}, key ${RAZORPAY_KEY_ID}`
        : without("the demo’s sandbox");
    case "mail":
      return SMTP_URL ? `mail server ${hostOf(SMTP_URL)}` : without("the demo’s mailbox");
    case "media":
      return MEDIA_STORE === "s3" ? `bucket ${S3_BUCKET} at ${hostOf(S3_ENDPOINT)}` : "a folder of this machine";
    case "cdn":
      return settings.CDN_PURGE ? `${settings.CDN_PURGE} at ${settings.CDN_PURGE_URLS.map(hostOf).join(", ")}` : "none";
  }
}

/** @throws ApiError (409) for a service that the shop does not use */
export async function testService(
  deps: ServiceDeps,
  service: Service,
  { staff, sender }: { staff: Actor & { email: string }; sender: MailSender },
): Promise<ServiceState> {
  const { db, settings } = deps;
  if (!isUsed(service, settings))
    throw new ApiError(
      "conflict",
      service === "cdn" ? "The shop purges no CDN: CDN_PURGE is empty." : "None is set yet: see Connected services.",
    );
  const error = await withTimeLimit(test(deps, service, { to: staff.email, sender }), LIMIT_MS).then(
    () => null,
    (failure: Error) => failure.message.slice(0, MAX_ERROR) || "It failed without a message.",
  );
  const now = new Date();
  const outcome = error === null ? { succeededAt: now } : { failedAt: now, error };
  await db.transaction(async (trx) => {
    await trx
      .insert(serviceCheck)
      .values({ service, ...outcome })
      .onConflictDoUpdate({ target: serviceCheck.service, set: outcome });
    const subject = { type: "service" as const, id: service };
    await recordAudit(trx, staff, { action: "service.tested", subject, after: { succeeded: error === null } }, now);
  });
  const tested = (await listServices(deps)).find((one) => one.service === service);
  if (!tested) throw new Error(`the service ${service} is not listed`);
  return tested;
}

async function test(
  { db, settings, transport, provider }: ServiceDeps,
  service: Service,
  { to, sender }: { to: string; sender: MailSender },
): Promise<void> {
  switch (service) {
    case "database":
      await db.execute(sql`select 1`);
      return;
    case "payments":
      // Searches for a receipt that no order has: the provider checks the keys nevertheless.
      await provider.findOrders(`test-${randomUUID().slice(0, 8)}`);
      return;
    case "mail":
      return mailNow(transport, sender, { to, ...testEmail(sender) });
    case "media": {
      const { originals } = openMediaStores(settings, { warn() {} });
      const name = `/tests/${randomUUID()}.txt`;
      await originals.put(name, Buffer.from("test"));
      const stored = await originals.stat(name);
      await originals.remove(name);
      if (stored?.size !== 4) throw new Error("What was stored could not be read again.");
      return;
    }
    case "cdn":
      return testPurge(settings);
  }
}
