/** Changes what the shop is connected to, in the file from which it reads its settings when it starts. */

import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod/mini";
import { KEYED_SERVICE_NAMES } from "../../../contract/admin/service-keys.ts";
import {
  CONNECTION_SETTINGS,
  type Connections,
  type NewWebhook,
  type setupEndpoints,
} from "../../../contract/admin/setup.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { newToken } from "../../base/secrets.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type DeploymentSettings, readSettings, SETTINGS, type SettingName } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import type { Database } from "../../platform/database/database.ts";
import { staffMember, staffRole } from "../../platform/database/schema.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import type { FormerFile } from "../../platform/jobs/stop-on-signal.ts";
import { openingProblem, requireSafeSettings } from "../../platform/live/unsafe-settings.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MailTransport } from "../../platform/mail/transport.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import {
  checkMailServer,
  checkPaymentKeys,
  mailServerOf,
  originOfText,
  type SettingTexts,
  smtpUrlOf,
  WEBHOOK_PATH,
} from "./connection-values.ts";
import { connectionsChangedEmail } from "./emails.ts";
import { envFileOf, setOutside, storeInEnvFile } from "./env-file.ts";
import { mailNow } from "./mail-now.ts";
import { checkServiceKeys, keyTextsOf, servicesWithKeys } from "./service-keys.ts";
import { type ShopProcess, startOf } from "./shop-process.ts";
import { requireReached } from "./web-address.ts";

const MAIL_LIMIT_MS = 10_000;

interface ConnectionDeps {
  db: Database;
  settings: DeploymentSettings;
  environment: Record<string, string | undefined>;
  shopProcess: ShopProcess;
  countOtherInstances(): Promise<number>;
  /** The mail server of until now. */
  transport: MailTransport;
}
type Readable = Omit<ConnectionDeps, "db" | "transport">;

export async function readConnections(deps: Readable): Promise<Connections> {
  const { settings, environment, shopProcess } = deps;
  const { SHOP_ORIGIN, SMTP_URL, RAZORPAY_KEY_ID, RAZORPAY_WEBHOOK_SECRETS } = settings;
  return {
    origin: SHOP_ORIGIN,
    mailServer: mailServerOf(SMTP_URL),
    keyId: RAZORPAY_KEY_ID || null,
    hasWebhook: RAZORPAY_WEBHOOK_SECRETS.length > 0,
    services: servicesWithKeys(settings),
    webhookUrl: `${SHOP_ORIGIN}${WEBHOOK_PATH}`,
    setOutside: setOutside(environment, CONNECTION_SETTINGS),
    locked: await lockOf(deps),
    file: envFileOf(environment)?.file ?? ".env",
    ...startOf(shopProcess),
  };
}

/** Why the file of settings is not the back office's to change. */
async function lockOf({ settings, environment, shopProcess, countOtherInstances }: Readable): Promise<string | null> {
  if (settings.DEMO) return "This is a demo, which needs none of these.";
  if (!envFileOf(environment) || !shopProcess.restart)
    return "This shop was not started by npm start, so the person who runs its machine sets these in its environment.";
  if (!settings.MIGRATE_AT_START || settings.DATABASE_READ_URL.length > 0)
    return "Several instances serve this shop, so the person who runs them sets these on each machine.";
  // Each reads the file, if it is the same, only when it starts.
  if ((await countOtherInstances()) > 0)
    return "This shop runs more than once at this moment, and a change would reach only one of them. Stop the others, such as a second npm start, and reload this page.";
  return null;
}

type Change = z.output<(typeof setupEndpoints.changeConnections)["body"]>;

/**
 * Checks and stores what changes, and starts the shop again once the response is sent.
 * @throws ApiError (422) naming the field, (409) where the file does not set them
 */
export async function changeConnections(
  deps: ConnectionDeps,
  change: Change,
  { staff, sender, requestOrigin }: { staff: Staff; sender: MailSender; requestOrigin: string },
): Promise<{ data: { webhook: NewWebhook | null; startedAt: string }; former: FormerFile }> {
  const { db, settings, environment, shopProcess } = deps;
  const lock = await lockOf(deps);
  if (lock) throw new ApiError("conflict", lock);
  const { file } = envFileOf(environment) ?? { file: "" };
  return shopProcess.exclusively(async () => {
    const { texts, webhook } = textsOf(change, settings);
    const names = Object.keys(texts) as SettingName[];
    const outside = setOutside(environment, names);
    if (outside.length > 0)
      throw new ApiError("conflict", `The environment sets ${outside.join(", ")}, and that counts. Change it there.`);
    if (names.length === 0) throw new ApiError("invalid_input", "Nothing was changed.");
    requireStartable({ ...environment, ...texts }, (await readStored(db, environment)).SHOP_OPEN);
    if (texts.SHOP_ORIGIN) await requireReached(shopProcess.reached, { origin: texts.SHOP_ORIGIN, requestOrigin });
    if (change.mailServer) await checkMailServer(change.mailServer);
    if (change.paymentKeys) await checkPaymentKeys(change.paymentKeys, settings);
    if (change.serviceKeys) await checkServiceKeys(change.serviceKeys.service, change.serviceKeys.values, settings);
    const former = await db.transaction(async (trx) => {
      const now = new Date();
      for (const name of names) {
        const subject = { type: "setting" as const, id: name };
        await recordAudit(trx, staff, { action: "setting.changed", subject, after: loggedOf(name, texts) }, now);
      }
      // Last, so that nothing is stored in the file without an entry of the audit log.
      return storeInEnvFile(file, texts as Record<string, string>).catch(asConflict);
    });
    await tellOwners(deps, change, { by: staff.name, sender });
    return { data: { webhook, startedAt: startOf(shopProcess).startedAt }, former };
  });
}

/** Sent by the mail server of until now: who changes it may not want the owners to know. Without one, the new one sends it. */
async function tellOwners(
  { db, transport }: ConnectionDeps,
  change: Change,
  { by, sender }: { by: string; sender: MailSender },
): Promise<void> {
  const mail = connectionsChangedEmail(sender, { names: namesOf(change), by, at: new Date() });
  const owners = await db
    .select({ email: staffMember.email })
    .from(staffMember)
    .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
    .where(and(isNull(staffMember.removedAt), eq(staffRole.isOwner, true)));
  const sent = owners.map(({ email: to }) =>
    withTimeLimit(mailNow(transport, sender, { to, ...mail }), MAIL_LIMIT_MS).catch(() =>
      queueMail(db, { to, ...mail }, new Date()),
    ),
  );
  await Promise.all(sent);
}

/** The settings that a change sets, and the webhook to enter at the payment provider if its secret is new. */
function textsOf(
  { origin, mailServer, paymentKeys, serviceKeys, newWebhookSecret }: Change,
  { SHOP_ORIGIN, RAZORPAY_WEBHOOK_SECRETS: secrets }: DeploymentSettings,
): { texts: SettingTexts; webhook: NewWebhook | null } {
  const isNew = newWebhookSecret === true || (paymentKeys !== undefined && secrets.length === 0);
  const secret = isNew ? newToken() : null;
  const shopOrigin = origin === undefined ? SHOP_ORIGIN : originOfText(origin);
  return {
    texts: {
      ...(origin !== undefined && { SHOP_ORIGIN: shopOrigin }),
      ...(mailServer && { SMTP_URL: smtpUrlOf(mailServer) }),
      ...(paymentKeys && { RAZORPAY_KEY_ID: paymentKeys.keyId, RAZORPAY_KEY_SECRET: paymentKeys.keySecret }),
      ...(serviceKeys && keyTextsOf(serviceKeys.service, serviceKeys.values)),
      ...(secret && { RAZORPAY_WEBHOOK_SECRETS: [secret, ...secrets.slice(0, 1)].join(",") }),
    },
    webhook: secret === null ? null : { url: `${shopOrigin}${WEBHOOK_PATH}`, secret },
  };
}

/** Rejects values with which the shop would not start again. @throws ApiError (422) */
export function requireStartable(environment: Record<string, string | undefined>, isOpen: boolean): void {
  try {
    const settings = readSettings(environment);
    requireSafeSettings(settings);
    const problem = isOpen ? openingProblem(settings) : undefined;
    if (problem) throw new OperatorError(problem);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.message.includes("SHOP_ORIGIN")) throw ApiError.ofField("origin", error.message);
    throw new ApiError("invalid_input", error.message);
  }
}

/** What the file cannot contain, or where it cannot be written, is said to the owner. */
export function asConflict(error: unknown): never {
  if (error instanceof OperatorError) throw new ApiError("conflict", error.message);
  throw error;
}

const loggedOf = (name: SettingName, texts: SettingTexts) =>
  (SETTINGS[name] as Setting).secret ? { secret: true } : { value: texts[name] };

const namesOf = ({ origin, mailServer, paymentKeys, serviceKeys, newWebhookSecret }: Change): string[] => [
  ...(origin === undefined ? [] : ["the shop’s web address"]),
  ...(mailServer ? ["the mail server"] : []),
  ...(paymentKeys ? ["the payment keys"] : []),
  ...(serviceKeys ? [`the keys of ${KEYED_SERVICE_NAMES[serviceKeys.service]}`] : []),
  ...(newWebhookSecret ? ["the secret of the payment webhook"] : []),
];
