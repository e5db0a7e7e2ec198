import { OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings, SettingName } from "../config/config.ts";
import { isGuessable, isPublished } from "../config/published-keys.ts";
import { takesTestPayments } from "./test-payments.ts";

/** Minimum length of generated keys. */
const KEY_LENGTH = 32;

interface Rule {
  name: keyof DeploymentSettings;
  isBroken(settings: DeploymentSettings): boolean;
  /** Whether a closed shop may start nevertheless, so that its owner can set it in the back office. */
  mayWait?: true;
  /** One sentence, with the remedy. */
  problem: string;
}

const KEYS_MISSING =
  "A live shop takes its payments by Razorpay: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to the keys of your account.";
const KEYS_PUBLISHED =
  "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET or RAZORPAY_WEBHOOK_SECRETS is the demo’s, which is public; use those of your Razorpay account.";
const ORIGIN_UNENCRYPTED =
  "SHOP_ORIGIN is not encrypted, so an attacker on the network could read passwords and reset links; use a URL that starts with https://.";
const RAZORPAY_UNENCRYPTED =
  "RAZORPAY_API or RAZORPAY_SCRIPT is not encrypted, so an attacker on the network could take the payments; use URLs that start with https://.";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether only this machine reaches the URL, so that nobody on the network can read what is sent. */
export const isOnThisMachine = (url: string) => LOOPBACK.test(URL.parse(url)?.hostname ?? "");

/** What a live shop does not open with, in the order in which it is said. */
const LIVE_RULES: readonly Rule[] = [
  {
    name: "SMTP_URL",
    mayWait: true,
    isBroken: ({ SMTP_URL }) => SMTP_URL === "",
    problem: "A live shop sends its codes by mail: set SMTP_URL to your mail server, or DEMO=true for a demo.",
  },
  {
    name: "CODE_SECRET",
    isBroken: ({ CODE_SECRET }) => isGuessable(CODE_SECRET, KEY_LENGTH),
    problem:
      "A live shop needs its own key for mailed codes: set CODE_SECRET to a random value, such as the output of: openssl rand -base64 32",
  },
  {
    // The sender of a request chooses its Host, so links in mails must not use it.
    name: "SHOP_ORIGIN",
    isBroken: ({ SHOP_ORIGIN }) => SHOP_ORIGIN === "",
    problem: "A live shop's mails link to it: set SHOP_ORIGIN to its URL, such as https://shop.example.",
  },
  {
    name: "SHOP_ORIGIN",
    isBroken: ({ SHOP_ORIGIN }) => !SHOP_ORIGIN.startsWith("https://") && !isOnThisMachine(SHOP_ORIGIN),
    problem: ORIGIN_UNENCRYPTED,
  },
  {
    name: "SHOP_ORIGIN",
    mayWait: true,
    isBroken: ({ SHOP_ORIGIN }) => !SHOP_ORIGIN.startsWith("https://"),
    problem: ORIGIN_UNENCRYPTED,
  },
  {
    name: "GOOGLE_ISSUER",
    isBroken: ({ GOOGLE_CLIENT_ID, GOOGLE_ISSUER }) => GOOGLE_CLIENT_ID !== "" && !GOOGLE_ISSUER.startsWith("https://"),
    problem:
      "GOOGLE_ISSUER is not encrypted, so an attacker on the network could log in as anyone; use a URL that starts with https://.",
  },
  {
    name: "RAZORPAY_KEY_ID",
    mayWait: true,
    isBroken: ({ RAZORPAY_KEY_ID }) => RAZORPAY_KEY_ID === "",
    problem: KEYS_MISSING,
  },
  {
    name: "RAZORPAY_KEY_SECRET",
    mayWait: true,
    isBroken: ({ RAZORPAY_KEY_SECRET }) => RAZORPAY_KEY_SECRET === "",
    problem: KEYS_MISSING,
  },
  {
    name: "RAZORPAY_KEY_ID",
    isBroken: ({ RAZORPAY_KEY_ID }) => isPublished(RAZORPAY_KEY_ID),
    problem: KEYS_PUBLISHED,
  },
  {
    name: "RAZORPAY_KEY_SECRET",
    isBroken: ({ RAZORPAY_KEY_SECRET }) => isPublished(RAZORPAY_KEY_SECRET),
    problem: KEYS_PUBLISHED,
  },
  {
    name: "RAZORPAY_WEBHOOK_SECRETS",
    isBroken: ({ RAZORPAY_WEBHOOK_SECRETS }) => RAZORPAY_WEBHOOK_SECRETS.some(isPublished),
    problem: KEYS_PUBLISHED,
  },
  {
    name: "RAZORPAY_WEBHOOK_SECRETS",
    mayWait: true,
    isBroken: ({ RAZORPAY_WEBHOOK_SECRETS }) => RAZORPAY_WEBHOOK_SECRETS.length === 0,
    problem:
      "A live shop needs a payment webhook: create one in your Razorpay account for /api/webhooks/razorpay and set RAZORPAY_WEBHOOK_SECRETS to its secret.",
  },
  {
    name: "RAZORPAY_API",
    isBroken: ({ RAZORPAY_API }) => !RAZORPAY_API.startsWith("https://"),
    problem: RAZORPAY_UNENCRYPTED,
  },
  {
    name: "RAZORPAY_SCRIPT",
    isBroken: ({ RAZORPAY_SCRIPT }) => !RAZORPAY_SCRIPT.startsWith("https://"),
    problem: RAZORPAY_UNENCRYPTED,
  },
];

/**
 * Prevents a live shop from starting with the demo's sandbox or with known secrets, and a demo from taking real money.
 * @throws OperatorError that names the setting and the remedy
 */
export function requireSafeSettings(settings: DeploymentSettings): void {
  if (!settings.DEMO) {
    const broken = LIVE_RULES.find(({ mayWait, isBroken }) => !mayWait && isBroken(settings));
    if (broken) throw new OperatorError(broken.problem);
  } else if (settings.RAZORPAY_KEY_ID.startsWith("rzp_live_"))
    throw new OperatorError(
      "This is a demo (DEMO=true), where anyone can log in as any customer, and RAZORPAY_KEY_ID takes real money: set DEMO=false for a live shop, or use a key that starts with rzp_test_.",
    );
}

/** Why a live shop cannot be open to everybody with these settings; undefined if it can. A closed one may wait for mail and payments. */
export const openingProblem = (settings: DeploymentSettings): string | undefined =>
  settings.DEMO ? undefined : LIVE_RULES.find(({ isBroken }) => isBroken(settings))?.problem;

/** Why a live shop would not start with the value of this setting; undefined if it would. */
export const refusalOf = (name: SettingName, settings: DeploymentSettings): string | undefined =>
  LIVE_RULES.find((rule) => rule.name === name && !rule.mayWait && rule.isBroken(settings))?.problem;

/** Warnings for allowed but unusual settings, printed at the start. */
export function settingWarnings({ DEMO, HOST, SMTP_URL, SHOP_ORIGIN, RAZORPAY_KEY_ID }: DeploymentSettings): string[] {
  const warnings: string[] = [];
  if (DEMO && !LOOPBACK.test(HOST))
    warnings.push(
      `This demo can be reached from other machines (HOST=${HOST}). Anyone who reaches it can log in as any customer, at /sandbox. Set DEMO=false for a live shop, or HOST=localhost.`,
    );
  if (SMTP_URL !== "" && SHOP_ORIGIN === "")
    warnings.push(
      "Mails leave this machine (SMTP_URL), but SHOP_ORIGIN is empty: links in mails that staff or the shop itself causes have no host. Set SHOP_ORIGIN to the shop’s URL.",
    );
  if (takesTestPayments({ DEMO, RAZORPAY_KEY_ID }))
    warnings.push(
      "RAZORPAY_KEY_ID is a test key: every order is a test order, for which no money is paid. Use a key that starts with rzp_live_ before you open the shop.",
    );
  return warnings;
}
