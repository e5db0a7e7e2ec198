/** Makes a shop of its owner's out of an installation that was a demo: what `npm run setup` does, for the page that npm start links to. */

import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { z } from "zod/mini";
import { OWNER_ROLE } from "../../../contract/admin/permissions.ts";
import {
  ASKED_SETTINGS,
  type AskedSetting,
  type MailServer,
  type NewWebhook,
  type OpenedSetup,
  type setupEndpoints,
} from "../../../contract/admin/setup.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { inviteFirstOwner } from "../../people/staff/invitations.ts";
import { findRoleByName } from "../../people/staff/roles.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { type DeploymentSettings, readSettings, SETTINGS, type SettingName } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import { readSpace } from "../../platform/database/data-dir.ts";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { tryLockSetup } from "../../platform/database/single-node.ts";
import type { FormerFile } from "../../platform/jobs/stop-on-signal.ts";
import { findDemoTrace, isInUse } from "../../platform/live/database-state.ts";
import { createMediaLibrary } from "../../platform/media/media-library.ts";
import { changeSettings } from "../../selling/settings/change-settings.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { SETTING_FORMS } from "../../selling/settings/setting-forms.ts";
import { checkMailServer, checkPaymentKeys, originOfText, smtpUrlOf, WEBHOOK_PATH } from "./connection-values.ts";
import { asConflict, requireStartable } from "./connections.ts";
import { setOutside, storeInEnvFile } from "./env-file.ts";
import { MACHINE, SHOP } from "./questions.ts";
import { type ShopProcess, startOf } from "./shop-process.ts";
import { storeStarters } from "./starters.ts";
import { sendTestEmail } from "./test-email.ts";
import { requireReached } from "./web-address.ts";

type Environment = Record<string, string | undefined>;

/** Whether nothing but the file of settings says what this installation is, so that the file can make a shop of it. */
export const canBeSetUp = (environment: Environment): boolean =>
  setOutside(environment, ["DEMO", ...MACHINE.map(({ name }) => name)]).length === 0;

/** The folder of the shop's data, beside that of the demo, of which it takes nothing. */
const shopFolder = ({ DATA_DIR }: Pick<DeploymentSettings, "DATA_DIR">) => join(dirname(DATA_DIR), "shop-data");

const QUESTIONS = ASKED_SETTINGS.flatMap((name) => SHOP.filter((question) => question.name === name));

/** What an answer follows from where it is left open. */
const FOLLOWS: Partial<Record<AskedSetting, string>> = {
  SELLER_NAME: "Empty: the shop’s name.",
  SELLER_STATE: "Empty: as the GSTIN says.",
  ORDER_PREFIX: "Empty: the initials of the shop’s name.",
};

/** A label says it already, unless the parts are typed line by line. */
function meaningOf(name: AskedSetting): string {
  const { label, input } = SETTING_FORMS[name];
  const { meaning } = SETTINGS[name];
  return input !== "lines" && meaning.startsWith(label) ? "" : meaning;
}

export function readSetup(
  { settings, shopProcess }: { settings: DeploymentSettings; shopProcess: ShopProcess },
  { origin, invitation }: { origin: string; invitation: string | null },
): OpenedSetup {
  return {
    ...startOf(shopProcess),
    invitation,
    questions: ASKED_SETTINGS.map((name) => {
      const { label, input, options = [] } = SETTING_FORMS[name];
      return {
        name,
        label,
        meaning: [meaningOf(name), FOLLOWS[name]].filter(Boolean).join(" "),
        input: input === "lines" || input === "choice" ? input : "text",
        options: [...options],
      };
    }),
    origin,
    folder: shopFolder(settings),
  };
}

/** @throws ApiError (422) with the mail server's answer */
export async function testSetupMail({ to, from, mailServer }: { to: string; from: string; mailServer: MailServer }) {
  const sender = { name: "your shop", email: from, origin: "not open yet" };
  await sendTestEmail(sender, { url: smtpUrlOf(mailServer), to }).catch((error: Error) => {
    throw ApiError.ofField("mailServer.host", error.message);
  });
}

/** A shop without products takes 70 MB, and PostgreSQL writes its log in files of 16 MB. */
const MIN_FREE_MB = 128;

/** @throws ApiError (409) if a folder's disk has too little space for a shop */
async function requireSpace(folder: string): Promise<void> {
  const space = (await readSpace(folder)) ?? (await readSpace(dirname(folder)));
  if (!space || space.free >= MIN_FREE_MB * 1024 * 1024) return;
  throw new ApiError(
    "conflict",
    `The disk of ${folder} is full: the shop needs ${MIN_FREE_MB} MB for its start. Make space, and try again; the demo is as it was.`,
  );
}

/**
 * Makes a shop of a database while no other demo does.
 * @throws ApiError (409) if one does
 */
export function whileAlone<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return db.transaction(async (trx) => {
    // It only holds the lock, however long the work takes on connections of its own.
    await trx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const [taken] = await rowsOf(trx, { locked: "boolean" }, tryLockSetup);
    if (!taken?.locked)
      throw new ApiError("conflict", "Another demo is being set up in this folder. Please look at its page first.");
    return work();
  });
}

/** Nothing is stored yet but in the folder of the new shop, where the next try continues. */
function toTryAgain(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  throw new ApiError("conflict", `${error.message} The demo is as it was; please try again.`);
}

type Input = Omit<z.output<(typeof setupEndpoints.setUpShop)["body"]>, "token">;

/**
 * Fills a database of its own with the owner's answers and what a new shop starts with, invites the owner, and writes the file of settings
 * last, so that until then the installation stays a demo.
 * @throws ApiError (422) naming the field, (409) for a folder that has a shop already
 */
export async function setUpShop(
  {
    settings,
    environment,
    shopProcess,
    countOtherInstances,
    file,
    requestOrigin,
  }: {
    settings: DeploymentSettings;
    environment: Environment;
    shopProcess: ShopProcess;
    /** Counts the other instances of the demo. */
    countOtherInstances(): Promise<number>;
    file: string;
    /** The web address by which the request came. */
    requestOrigin: string;
  },
  { owner, origin, answers, mailServer, paymentKeys }: Input,
): Promise<{ data: { invitation: string; webhook: NewWebhook | null }; former: FormerFile }> {
  const unknown = Object.keys(answers).find((name) => !ASKED_SETTINGS.some((asked) => asked === name));
  if (unknown) throw ApiError.ofField(`answers.${unknown}`, "Setup asks no such question.");
  if (!answers.SHOP_NAME) throw ApiError.ofField("answers.SHOP_NAME", "Please enter the shop’s name.");
  const machine = machineTexts();
  const texts: Environment = { ...environment, ...machine };
  requireStartable(texts, false);
  const shop = shopTexts();
  await requireReached(shopProcess.reached, { origin: originOfText(origin), requestOrigin });
  if (mailServer) await checkMailServer(mailServer);
  if (paymentKeys) await checkPaymentKeys(paymentKeys, settings);
  if ((await countOtherInstances()) > 0)
    throw new ApiError(
      "conflict",
      "The demo runs more than once from this folder. Stop the other npm start, and try again.",
    );
  const live = readSettings(texts);
  await requireSpace(live.DATA_DIR);
  try {
    return await fillAndStore();
  } catch (error) {
    // Whatever it says, a full disk is why.
    await requireSpace(live.DATA_DIR);
    throw error;
  }

  async function fillAndStore() {
    const database = await openDatabase({ ...live, DATABASE_POOL: 3 }).catch(toTryAgain);
    try {
      return await whileAlone(database.db, () => fill(database));
    } finally {
      await database.close();
    }
  }

  async function fill(database: OpenDatabase) {
    const { db } = database;
    // A shop of an earlier try that did not start, or that nobody has entered, is set up again.
    const isTaken = (await isInUse(db)) || (await database.countOtherInstances()) > 0;
    const trace = isTaken ? "it has a shop already" : await findDemoTrace(db);
    if (trace)
      throw new ApiError(
        "conflict",
        `${live.DATA_DIR} can’t be the new shop’s: ${trace}. Rename that folder, or set DEMO=false and DATA_DIR=${live.DATA_DIR} in .env to open the shop in it.`,
      );
    const asked = Object.fromEntries(ASKED_SETTINGS.map((name) => [name, shop[name] ?? null]));
    await changeSettings({ db, actor: COMMAND_ACTOR }, asked).catch(nameAnswers);
    await storeStarters(db, createMediaLibrary(live), COMMAND_ACTOR);
    const sender = await readMailSender(db, texts, live.SHOP_ORIGIN);
    const invitation = await db.transaction(async (trx) =>
      inviteFirstOwner(trx, { email: owner, role: await findRoleByName(trx, OWNER_ROLE) }, COMMAND_ACTOR, {
        demo: false,
        sender,
        now: new Date(),
      }),
    );
    const former = await storeInEnvFile(file, machine).catch(asConflict);
    const [secret] = live.RAZORPAY_WEBHOOK_SECRETS;
    const webhook = secret ? { url: `${live.SHOP_ORIGIN}${WEBHOOK_PATH}`, secret } : null;
    return { data: { invitation, webhook }, former };
  }

  function machineTexts(): Record<string, string> {
    const given: Partial<Record<SettingName, string>> = {
      DATABASE_URL: "",
      DATA_DIR: shopFolder(settings),
      SHOP_ORIGIN: originOfText(origin),
      SMTP_URL: mailServer ? smtpUrlOf(mailServer) : "",
      RAZORPAY_KEY_ID: paymentKeys?.keyId ?? "",
      RAZORPAY_KEY_SECRET: paymentKeys?.keySecret ?? "",
      // Generated with the keys: it is shown once, to be entered beside them.
      ...(!paymentKeys && { RAZORPAY_WEBHOOK_SECRETS: "" }),
    };
    const known = new Map(Object.entries(given));
    const values = MACHINE.map(({ name, generate, propose }) => [
      name,
      given[name] ?? generate?.() ?? environment[name] ?? propose?.(known) ?? "",
    ]);
    return { DEMO: "false", ...Object.fromEntries(values) };
  }

  /** The answers, and what follows from them for those that were left open. */
  function shopTexts(): Record<string, string> {
    const known = new Map<string, string>();
    for (const { name, propose } of QUESTIONS) {
      const typed = answers[name]?.trim() ?? "";
      const problem = typed === "" ? undefined : (SETTINGS[name] as Setting).unfitForLive?.(typed);
      if (problem) throw ApiError.ofField(`answers.${name}`, `Please check it: ${problem}.`);
      const value = typed === "" ? propose?.(known) : typed;
      if (value !== undefined) known.set(name, value);
    }
    return Object.fromEntries(known);
  }
}

/** Names the fields of the form as the request does. */
function nameAnswers(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const errors = error.errors?.map(({ field, message }) => ({ field: `answers.${field}`, message }));
  throw new ApiError(error.code, error.message, errors);
}
