import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { BADGE_ICONS, type Badge, type BadgeIcon, REASON_ICONS, type Reason } from "../contract/content/claims.ts";
import { readTimeInIndia } from "../contract/dates.ts";
import { OperatorError } from "./errors.ts";
import { hasCheckDigit } from "./gstin.ts";
import { DEMO_CODE_SECRET, isGuessable, isPublished } from "./live/published-keys.ts";

/**
 * Every setting of the shop: its name, what it means, its default, and whether it must change before going live.
 *
 * `deployment` settings come from the environment alone and are read once at start. `shop` settings are the owner's: the
 * environment may set them, else the table `setting` (`npm run settings -- NAME VALUE`), else the default.
 */
export interface Setting<T = unknown> {
  scope: "deployment" | "shop";
  meaning: string;
  /** Parses the value from text. */
  schema: z.ZodType<T, string>;
  /** The default as text, as in the environment. */
  default: string;
  /** Prevents the value from being printed, even if it is invalid. */
  secret?: true;
  /** Why the default must be reviewed before going live. Setting the same value confirms it. */
  beforeLive?: string;
  /** Set if the default suits no live shop, so that it cannot be confirmed. */
  defaultUnfit?: true;
  /** Its name before it was renamed, still read for one release. */
  formerName?: string;
  /** Returns why a value does not suit a live shop; undefined if it does. */
  unfitForLive?: (text: string) => string | undefined;
}

const isOneOf = <Value extends string>(values: readonly Value[], value: string | undefined): value is Value =>
  values.some((one) => one === value);
const line = z.string().trim().min(1, "must not be empty");
const lines = line.transform((text) => text.split("|").map((part) => part.trim()));
/**
 * Parts separated by |; empty for an empty text.
 */
const optionalParts = z.string().transform((text) =>
  text
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean),
);
/** A time as a datetime-local input writes it; null for an empty text. */
const indianTime = z
  .string()
  .trim()
  .refine((text) => text === "" || readTimeInIndia(text) !== null, {
    error: "must be a time in India such as 2026-12-01T09:00, or be empty",
  })
  .transform(readTimeInIndia);
const webAddress = z
  .url({ protocol: /^https?$/, error: "must be a web address such as https://shop.example" })
  .transform((url) => url.replace(/\/+$/, ""));
const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
const databaseUrl = z
  .string()
  .refine((url) => url === "" || /^postgres(ql)?:\/\/\S+$/.test(url), "must start with postgres:// or be empty");
const databaseUrls = z.string().transform((text, context) => {
  const urls = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (!urls.every((url) => /^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url)))
    context.addIssue({
      code: "custom",
      message: "must be URLs that start with postgres://, separated by commas, or be empty",
    });
  return urls;
});
/** Rejects "any": a client could send its own X-Forwarded-For and evade every limit. */
const proxies = z.string().transform((text, context) => {
  const addresses = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const isRange = (part: string) => {
    const [address = "", bits, ...more] = part.split("/");
    const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return max >= 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max));
  };
  if (!addresses.every((part) => ["loopback", "linklocal", "uniquelocal"].includes(part) || isRange(part)))
    context.addIssue({
      code: "custom",
      message: "must be addresses or ranges separated by commas, such as loopback or 10.0.0.0/8, or be empty",
    });
  return addresses;
});
const webAddresses = z.string().transform((text, context) => {
  const urls = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (!urls.every((url) => /^https?:/.test(url) && URL.canParse(url)))
    context.addIssue({ code: "custom", message: "must be web addresses separated by commas, or be empty" });
  return urls;
});
const namedUrls = z.string().transform((text, context) =>
  text
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name, url] = /^([^=]+)=(https?:\/\/\S+)$/.exec(part) ?? [];
      if (!name || !url)
        context.addIssue({ code: "custom", message: 'must be written as "Instagram=https://…|YouTube=https://…"' });
      return { name: name?.trim() ?? "", url: url ?? "" };
    }),
);

/** Icons of the specification's badges. */
const USUAL_ICONS: Readonly<Record<string, BadgeIcon>> = {
  "Long Lasting": "clock",
  "IFRA - Certified": "seal",
  "Imported Oils": "drop",
  "Made In India": "leaf",
};
const badges = optionalParts.transform((parts) =>
  parts.map((part): Badge => {
    const [, name = part, icon] = /^(.+) \(([a-z]+)\)$/.exec(part) ?? [];
    return isOneOf(BADGE_ICONS, icon) ? { name, icon } : { name: part, icon: USUAL_ICONS[part] ?? "check" };
  }),
);
const MAX_REASONS = 8;
const reasons = optionalParts.transform((parts, context) => {
  const add = (message: string) => context.addIssue({ code: "custom", message });
  if (parts.length > MAX_REASONS) add(`must have at most ${MAX_REASONS} parts`);
  return parts.flatMap((part): Reason[] => {
    const [, title, text, icon] = /^([^:]{1,60}): (.{1,300}) \(([a-z-]{1,40})\)$/.exec(part) ?? [];
    if (title && text && isOneOf(REASON_ICONS, icon)) return [{ title, text, icon }];
    add(`must be written as "Title: Text (icon)", with ${REASON_ICONS.join(" or ")} as the icon`);
    return [];
  });
});

/** In JavaScript's order: 0 is Sunday. */
export const WEEKDAYS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `process.env`, or an environment of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

const define = <const Scope extends Setting["scope"], T>(setting: Setting<T> & { scope: Scope }) => setting;

export const SETTINGS = {
  PORT: define({
    scope: "deployment",
    meaning: "Port that the server listens on; 0 takes any free one.",
    schema: wholeNumber(0, 65535),
    default: "3000",
  }),
  DRAIN_MS: define({
    scope: "deployment",
    meaning:
      "How long the shop still answers after SIGTERM, in milliseconds, while /readyz returns 503 so that the load balancer sends requests elsewhere. Empty: 5000 behind a proxy (TRUST_PROXY), else 0.",
    schema: z
      .string()
      .regex(/^\d{0,6}$/, "must be a whole number of milliseconds from 0 to 999999, or empty")
      .transform((text) => (text === "" ? null : Number(text))),
    default: "",
  }),
  HOST: define({
    scope: "deployment",
    meaning: "Address that the server listens on; 0.0.0.0 for all addresses of this machine.",
    schema: line,
    default: "localhost",
  }),
  METRICS_PORT: define({
    scope: "deployment",
    meaning: "Port of the metrics for Prometheus; keep it private. Empty: none.",
    schema: z.union(
      [z.literal("").transform(() => null), wholeNumber(1, 65535)],
      "must be a whole number from 1 to 65535, or empty",
    ),
    default: "",
  }),
  METRICS_HOST: define({
    scope: "deployment",
    meaning: "Address that METRICS_PORT listens on; one of a private network if Prometheus runs on another machine.",
    schema: line,
    default: "localhost",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: define({
    scope: "deployment",
    meaning:
      "OpenTelemetry collector that receives traces by OTLP over HTTP, such as http://localhost:4318. Empty: no traces.",
    schema: z.union([z.literal(""), webAddress], "must be a web address such as http://localhost:4318, or empty"),
    default: "",
  }),
  OTEL_SERVICE_NAME: define({
    scope: "deployment",
    meaning: "The shop's name in traces.",
    schema: line,
    default: "kewra",
  }),
  OTEL_TRACES_SAMPLER_ARG: define({
    scope: "deployment",
    meaning: "Share of requests and jobs that are traced, from 0 to 1.",
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, "must be a number from 0 to 1, such as 0.05")
      .transform(Number),
    default: "1",
  }),
  DATA_DIR: define({
    scope: "deployment",
    meaning: "Folder for the embedded database, pictures and videos (see MEDIA_STORE), and uploads in progress.",
    schema: line.transform((path) => resolve(path)),
    default: "data",
  }),
  MEDIA_STORE: define({
    scope: "deployment",
    meaning:
      "Where pictures and videos are stored: folder (in DATA_DIR) or s3 (an S3 bucket, which several instances share).",
    schema: z.enum(["folder", "s3"], "must be folder or s3"),
    default: "folder",
  }),
  S3_ENDPOINT: define({
    scope: "deployment",
    meaning: "URL of the S3-compatible object store without the bucket, such as https://s3.ap-south-1.amazonaws.com.",
    schema: z.union([z.literal(""), webAddress], "must be a web address such as https://s3.ap-south-1.amazonaws.com"),
    default: "",
  }),
  S3_REGION: define({
    scope: "deployment",
    meaning: "Region of the bucket, which requests are signed for.",
    schema: line,
    default: "us-east-1",
  }),
  S3_BUCKET: define({
    scope: "deployment",
    meaning: "Name of the bucket.",
    schema: z
      .string()
      .trim()
      .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, "must be 3 to 63 small letters, digits, dots and hyphens"),
    default: "",
  }),
  S3_ACCESS_KEY_ID: define({
    scope: "deployment",
    meaning: "Access key id for the bucket.",
    schema: z.string().trim(),
    default: "",
  }),
  S3_SECRET_ACCESS_KEY: define({
    scope: "deployment",
    meaning: "Secret of that access key.",
    secret: true,
    schema: z.string().trim(),
    default: "",
  }),
  DATABASE_URL: define({
    scope: "deployment",
    meaning:
      "A PostgreSQL (15 or newer) to use, such as postgres://user:password@host/database; empty for the embedded database.",
    secret: true,
    schema: databaseUrl,
    default: "",
    beforeLive: "the embedded database serves one process and may lose the last moments in a power failure",
  }),
  DATABASE_DIRECT_URL: define({
    scope: "deployment",
    meaning:
      "The same database without the pooler, for migrations and LISTEN; required if DATABASE_URL is a pooler in transaction mode. Empty: DATABASE_URL.",
    secret: true,
    schema: databaseUrl,
    default: "",
  }),
  DATABASE_READ_URL: define({
    scope: "deployment",
    meaning:
      "Streaming standbys of the database that answer catalogue, search, reviews, texts and reports: their URLs, separated by commas. Empty: DATABASE_URL answers everything.",
    secret: true,
    schema: databaseUrls,
    default: "",
  }),
  DATABASE_POOL: define({
    scope: "deployment",
    meaning: "Maximum number of connections to each PostgreSQL.",
    schema: wholeNumber(1, 200),
    default: "10",
  }),
  MIGRATE_AT_START: define({
    scope: "deployment",
    meaning:
      "Whether a start applies pending migrations to PostgreSQL. With false it waits until npm run migrate has, for several instances.",
    schema: flag,
    default: "true",
  }),
  JOB_CONCURRENCY: define({
    scope: "deployment",
    meaning:
      "Multiplies how many jobs this instance runs at once: 3 mails, 4 payment checks, 4 refunds and 2 expiring orders. With more, raise DATABASE_POOL, and check that the mail server accepts so many connections.",
    schema: wholeNumber(1, 50),
    default: "1",
  }),
  DOCUMENT_SERIES: define({
    scope: "deployment",
    meaning:
      "In how many series invoices and credit notes are numbered; the same for all instances. More than one only for hundreds of orders a second, which would wait for one counter.",
    schema: wholeNumber(1, 100),
    default: "1",
  }),
  DEMO: define({
    scope: "deployment",
    meaning:
      "Whether this is the demo shop: it fills an empty database with demo products and replaces mail, Google and payments by the sandbox at /sandbox.",
    schema: flag,
    default: "true",
    beforeLive: "a live shop must not fill itself with demo products",
    defaultUnfit: true,
  }),
  LOG_LEVEL: define({
    scope: "deployment",
    meaning: "The lowest level of log lines that are written.",
    schema: z.enum(
      ["silent", "fatal", "error", "warn", "info", "debug", "trace"],
      "must be silent, fatal, error, warn, info, debug or trace",
    ),
    default: "warn",
  }),
  PAGE_CACHE_MB: define({
    scope: "deployment",
    meaning: "Memory for cached pages, in megabytes; 0 renders every page for every request.",
    schema: wholeNumber(0, 4096),
    default: "64",
  }),
  RENDER_THREADS: define({
    scope: "deployment",
    meaning:
      "Threads that render pages, so that requests to the API do not wait for them, each with some 100 MB of memory; 0 renders on the main thread. At most the processor's cores less one.",
    schema: wholeNumber(0, 64),
    default: "0",
  }),
  RESPONSE_CACHE_MB: define({
    scope: "deployment",
    meaning: "Memory for cached responses of the API to guests, in megabytes; 0 reads the database for each request.",
    schema: wholeNumber(0, 4096),
    default: "16",
  }),
  CDN_PURGE: define({
    scope: "deployment",
    meaning:
      "How a CDN in front of the shop is asked to remove changed pages: webhook, fastly, cloudflare or varnish. Empty: not at all; it sends old pages for a minute or more.",
    schema: z.enum(
      ["", "webhook", "fastly", "cloudflare", "varnish"],
      "must be webhook, fastly, cloudflare, varnish or empty",
    ),
    default: "",
  }),
  CDN_PURGE_URLS: define({
    scope: "deployment",
    meaning: "Where purges are sent to; several, such as those of two Varnish servers, are separated by commas.",
    secret: true,
    schema: webAddresses,
    default: "",
  }),
  CDN_PURGE_TOKEN: define({
    scope: "deployment",
    meaning: "The CDN's API token that allows purging.",
    secret: true,
    schema: z.string().trim(),
    default: "",
  }),
  PICTURE_EFFORT: define({
    scope: "deployment",
    meaning:
      "How hard renditions of pictures are compressed, 0 to 9. Compared with 3, 0 takes a fifth of the time for files a fifth larger; 4 takes four times as long, too long for a visitor who waits for it. Existing renditions are not made again.",
    schema: wholeNumber(0, 9),
    default: "3",
  }),
  WARM_PICTURES: define({
    scope: "deployment",
    meaning: "Whether a low-priority process scales all pictures ahead of their first visit.",
    schema: flag,
    default: "true",
  }),
  TRUST_PROXY: define({
    scope: "deployment",
    meaning:
      'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: their addresses, separated by commas, such as "loopback", "uniquelocal" or 203.0.113.0/24. Empty: none.',
    schema: proxies,
    default: "",
    beforeLive:
      "behind a proxy that is not listed, all customers share one IP address, so 100 wrong logins in an hour lock everybody out",
  }),
  SHOP_ORIGIN: define({
    scope: "deployment",
    meaning: "The shop's public URL, for canonical links, the sitemap and mails. Empty: the host of each request.",
    schema: z.union([z.literal(""), webAddress], "must be a web address such as https://shop.example"),
    default: "",
    beforeLive: "search engines and mails need the shop's real URL",
    defaultUnfit: true,
    unfitForLive: (text) =>
      text.startsWith("http://")
        ? "without https, anybody on the network can read passwords and reset links"
        : undefined,
  }),
  CODE_SECRET: define({
    scope: "deployment",
    meaning:
      "Key for hashing mailed codes, at least 32 characters, the same on every instance. A new key invalidates all open codes.",
    schema: z.string().min(32, "must have at least 32 characters"),
    secret: true,
    default: DEMO_CODE_SECRET,
    beforeLive: "the demo's key is public; generate your own with: openssl rand -base64 32",
    defaultUnfit: true,
    unfitForLive: (text) => (isGuessable(text, 32) ? "strangers might guess it" : undefined),
  }),
  SMTP_URL: define({
    scope: "deployment",
    meaning:
      "The mail server, such as smtps://user:password@mail.example:465; smtp:// with ?tls=required insists on encryption. Empty: the demo's mailbox.",
    schema: z
      .string()
      .refine(
        (url) => url === "" || (/^smtps?:\/\/\S+$/.test(url) && URL.canParse(url)),
        "must start with smtp:// or smtps://, or be empty in the demo",
      ),
    secret: true,
    default: "",
    beforeLive: "without a mail server nobody receives a code",
    defaultUnfit: true,
  }),
  ATTEMPTS_PER_IP: define({
    formerName: "ATTEMPTS_PER_ADDRESS",
    scope: "deployment",
    meaning:
      "How many failed logins, wrong codes, mails, messages and newsletter sign-ups one IP address is allowed per hour, each. Mobile carriers put many phones behind one address.",
    schema: wholeNumber(1, 100_000),
    default: "100",
  }),
  GOOGLE_CLIENT_ID: define({
    scope: "deployment",
    meaning:
      "Client id of Google Identity Services; without one the Google button is hidden. The demo has its own sandbox.",
    schema: z.string().trim().max(200, "must be at most 200 characters"),
    default: "",
  }),
  GOOGLE_ISSUER: define({
    scope: "deployment",
    meaning: "Issuer of the ID tokens: Google, or a test server that implements OpenID Connect Discovery.",
    schema: webAddress,
    default: "https://accounts.google.com",
  }),
  RAZORPAY_KEY_ID: define({
    scope: "deployment",
    meaning: "Key id of the shop's Razorpay account, such as rzp_live_…. Empty: the demo's payment sandbox.",
    schema: z
      .string()
      .trim()
      .regex(/^(rzp_(test|live)_[A-Za-z0-9]+)?$/, "must start with rzp_test_ or rzp_live_"),
    default: "",
    beforeLive: "without it nobody can pay",
    defaultUnfit: true,
    unfitForLive: (text) => (text.startsWith("rzp_test_") ? "a test key takes no money" : undefined),
  }),
  RAZORPAY_KEY_SECRET: define({
    scope: "deployment",
    meaning: "Secret of that key id.",
    schema: z.string().trim(),
    secret: true,
    default: "",
    beforeLive: "without it nobody can pay",
    defaultUnfit: true,
    unfitForLive: (text) => (isPublished(text) ? "it is the demo's, which is public" : undefined),
  }),
  RAZORPAY_WEBHOOK_SECRETS: define({
    scope: "deployment",
    meaning:
      "Secret of the Razorpay webhook at /api/webhooks/razorpay; during a rotation the new and the old one, separated by a comma.",
    schema: z.string().transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    ),
    secret: true,
    default: "",
    beforeLive: "without it the shop learns late of payments whose buyer closed the window",
    defaultUnfit: true,
    unfitForLive: (text) =>
      text.split(",").some((part) => isGuessable(part.trim(), 12)) ? "strangers might guess it" : undefined,
  }),
  RAZORPAY_API: define({
    scope: "deployment",
    meaning: "Base URL of the payment provider's REST API.",
    schema: webAddress,
    default: "https://api.razorpay.com",
  }),
  RAZORPAY_SCRIPT: define({
    scope: "deployment",
    meaning: "URL of the payment provider's checkout script.",
    schema: webAddress,
    default: "https://checkout.razorpay.com/v1/checkout.js",
  }),
  PAYMENT_TIMEOUT_MS: define({
    scope: "deployment",
    meaning:
      "Timeout of requests to the payment provider, in milliseconds; after it the shopper is asked to try again.",
    schema: wholeNumber(100, 60_000),
    default: "10000",
  }),
  PAYMENT_MINUTES: define({
    scope: "deployment",
    meaning: "For how many minutes an unpaid order reserves its stock.",
    schema: wholeNumber(1, 24 * 60),
    default: "15",
  }),
  MEDIA_HOST: define({
    scope: "deployment",
    meaning: "Prefix of picture and video URLs: this server's /media, or a CDN in front of it.",
    schema: z.union([
      z.string().regex(/^\/[a-z0-9/_-]*[a-z0-9_-]$/i, "must be a path such as /media or a web address"),
      webAddress,
    ]),
    default: "/media",
  }),
  ASSETS_HOST: define({
    scope: "deployment",
    meaning:
      "Origin that pages load the built scripts, styles and fonts from, such as https://assets.shop.example: a CDN in front of the bucket that npm run assets:upload fills. Empty: this server.",
    schema: z
      .string()
      .refine(
        (url) => url === "" || (/^https?:/.test(url) && URL.parse(url)?.origin === url),
        "must be an origin such as https://assets.shop.example, without a path",
      ),
    default: "",
  }),

  SHOP_NAME: define({
    scope: "shop",
    meaning: "Name of the shop.",
    schema: line,
    default: "Kewra",
    beforeLive: "it is the demo's name",
  }),
  SHOP_TAGLINE: define({
    scope: "shop",
    meaning: "What the shop is, in a few words; follows its name in page titles.",
    schema: line,
    default: "Organic fragrance and skincare",
    beforeLive: "it is the demo's",
  }),
  SHOP_PHONE: define({
    scope: "shop",
    meaning: "Phone number.",
    schema: line,
    default: "+91 522 400 1416",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
  }),
  SHOP_WHATSAPP: define({
    scope: "shop",
    meaning: "WhatsApp number.",
    schema: line,
    default: "+91 90000 14160",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
  }),
  SHOP_EMAIL: define({
    scope: "shop",
    meaning: "Email address that customers write to.",
    schema: z.email("must be an email address"),
    default: "care@kewra.example",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
    unfitForLive: (text) =>
      /[@.](example(\.(com|org|net))?|test|invalid|localhost)$/i.test(text) ? "no mail reaches it" : undefined,
  }),
  SHOP_ADDRESS: define({
    scope: "shop",
    meaning: "Office address, its lines separated by |.",
    schema: lines,
    default: "Kewra Organics|14 Attar Gali, Hazratganj|Lucknow, Uttar Pradesh 226001|India",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  GRIEVANCE_OFFICER: define({
    scope: "shop",
    meaning: "Name and designation of the grievance officer, whom the Consumer Protection (E-Commerce) Rules require.",
    schema: line,
    default: "Ms. Farah Siddiqui, Grievance Officer",
    beforeLive: "it is nobody",
    defaultUnfit: true,
  }),
  GRIEVANCE_ADDRESS: define({
    scope: "shop",
    meaning: "Address at which the grievance officer is reached, in one line.",
    schema: line,
    default: "Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  SHOP_OPENING_HOURS: define({
    scope: "shop",
    meaning: "Opening hours of customer service.",
    schema: line,
    default: "10:00 AM to 7:00 PM daily",
    beforeLive: "they are the demo's",
  }),
  SHOP_ANNOUNCEMENT: define({
    scope: "shop",
    meaning: "The announcement above the header; empty for none.",
    schema: z.string().trim().max(300, "must have at most 300 characters"),
    default: "Free shipping all over India · Made in small batches in Uttar Pradesh",
    beforeLive: "it says where the demo's products are made",
  }),
  SHOP_ANNOUNCEMENT_LINK: define({
    scope: "shop",
    meaning: "Where the announcement leads: a path of the shop, or a URL that begins with https://; empty for nowhere.",
    schema: z
      .string()
      .trim()
      .max(500, "must have at most 500 characters")
      .regex(/^(?:|\/(?!\/)\S*|https:\/\/\S+)$/, {
        error: "must be a path of the shop such as /bestsellers, or a URL that begins with https://",
      }),
    default: "",
  }),
  SHOP_ANNOUNCEMENT_STARTS: define({
    scope: "shop",
    meaning: "When the announcement begins, in Indian time, such as 2026-12-01T09:00; empty for at once.",
    schema: indianTime,
    default: "",
  }),
  SHOP_ANNOUNCEMENT_ENDS: define({
    scope: "shop",
    meaning: "When the announcement ends, in Indian time, such as 2026-12-08T00:00; empty for never.",
    schema: indianTime,
    default: "",
  }),
  SOCIAL_LINKS: define({
    scope: "shop",
    meaning: "Social pages, as Name=URL separated by |.",
    schema: namedUrls,
    default:
      "Instagram=https://instagram.com/kewra.example|Facebook=https://facebook.com/kewra.example|YouTube=https://youtube.com/@kewra.example",
    beforeLive: "they are not real pages",
    defaultUnfit: true,
  }),
  APP_STORE_LINKS: define({
    scope: "shop",
    meaning: "App store pages, offered when the browser cannot install the web app, as Name=URL separated by |.",
    schema: namedUrls,
    default:
      "App Store=https://apps.apple.com/app/kewra-example|Google Play=https://play.google.com/store/apps/details?id=example.kewra",
    beforeLive: "they are not real apps",
    defaultUnfit: true,
  }),
  FOOTER_PRODUCTS: define({
    scope: "shop",
    meaning: "Slugs of the products that the footer links to, separated by |.",
    schema: lines,
    default: "kewra-bloom|rose-of-kannauj|saffron-oud|gulab-attar|kumkumadi-face-oil|discovery-set",
    beforeLive: "they are the demo's products",
  }),
  REFUND_POLICY_PATH: define({
    scope: "shop",
    meaning: "Path of the refund policy. The specification spells it /refund-plocy; the other spelling redirects here.",
    schema: z.enum(["/refund-plocy", "/refund-policy"], "must be /refund-plocy or /refund-policy"),
    default: "/refund-plocy",
    beforeLive: "/refund-plocy is misspelt; /refund-policy reads better",
  }),
  DEFAULT_RATING: define({
    scope: "shop",
    meaning: "Stars shown for a product without ratings, 0 to 5; 0 shows none.",
    schema: wholeNumber(0, 5),
    default: "4",
    beforeLive: "stars that nobody gave mislead shoppers; 0 shows none",
  }),
  CURRENCY_SYMBOL: define({ scope: "shop", meaning: "Currency symbol.", schema: line, default: "₹" }),
  CART_CURRENCY_SYMBOL: define({
    scope: "shop",
    meaning: "Currency symbol on the cart page; amounts are in rupees regardless.",
    schema: line,
    default: "$",
    beforeLive: "a dollar stands where rupees are meant",
  }),
  CART_ZERO_MRP: define({
    scope: "shop",
    meaning: "Whether the cart shows a struck-through 0 beside the price of a product without a discount.",
    schema: flag,
    default: "true",
    beforeLive: "a struck-through 0 looks like a mistake; false shows the price alone",
  }),
  PRODUCT_BADGES: define({
    scope: "shop",
    meaning: `Claims on every product page, separated by |; empty for none. A claim may name its icon, as "Vegan (leaf)": ${BADGE_ICONS.join(", ")}.`,
    schema: badges,
    default: "Long Lasting|IFRA - Certified|Imported Oils|Made In India",
    beforeLive: "these four are examples; keep only those that are true of every product",
  }),
  WHY_CHOOSE_US: define({
    scope: "shop",
    meaning: `The claims under "Why choose us" on the home page, as "Title: Text (icon)", separated by |; empty for none. Icons: ${REASON_ICONS.join(", ")}.`,
    schema: reasons,
    default: [
      "Cruelty free: Nothing we make, and nothing in it, is tested on animals. (cruelty-free)",
      "Fragrance forward: The scent comes first: high oil content, and notes that stay. (fragrance-forward)",
      "Affordable luxury: Fine materials, no middlemen, everyday prices. (affordable-luxury)",
      "Gender neutral: Flowers, woods and spices belong to anyone who wears them. (gender-neutral)",
    ].join("|"),
    beforeLive: "these four are examples; keep only those that are true of everything that you sell",
  }),
  MANUFACTURER: define({
    scope: "shop",
    meaning: "Name and address of the manufacturer, which product pages must show, lines separated by |.",
    schema: lines,
    default: "Kewra Organics|14 Attar Gali, Hazratganj|Lucknow, Uttar Pradesh 226001|India",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  MAX_UNITS_PER_PRODUCT: define({
    formerName: "MOST_PIECES",
    scope: "shop",
    meaning: "Maximum quantity of one product per order.",
    schema: wholeNumber(1, 1000),
    default: "20",
  }),
  MAX_ORDER_RUPEES: define({
    formerName: "MOST_ORDER_RUPEES",
    scope: "shop",
    meaning: "Maximum total of an order, in rupees; the payment provider's account has its own limit.",
    schema: wholeNumber(1, 20_000_000),
    default: "500000",
  }),
  LOT_MIN_DAYS: define({
    scope: "shop",
    meaning: "How many days a lot must remain good to be sold; with 0 it is sold until its last good day.",
    schema: wholeNumber(0, 3650),
    default: "30",
  }),
  RETURN_DAYS: define({
    scope: "shop",
    meaning: "How many days after delivery a customer can request a return; the refund policy shows the same number.",
    schema: wholeNumber(0, 365),
    default: "7",
  }),
  WORKING_DAYS: define({
    scope: "shop",
    meaning: "Days of the week on which parcels leave and travel, separated by |, for the promised delivery dates.",
    schema: lines.transform((names, context) => {
      const days = names.map((name) => WEEKDAYS.indexOf(name));
      if (days.includes(-1)) context.addIssue({ code: "custom", message: `must be of ${WEEKDAYS.join(", ")}` });
      return days;
    }),
    default: "Mon|Tue|Wed|Thu|Fri|Sat",
  }),
  CASH_ON_DELIVERY: define({
    scope: "shop",
    meaning: "Whether customers can pay in cash on delivery.",
    schema: flag,
    default: "false",
  }),
  CASH_MIN_RUPEES: define({
    scope: "shop",
    meaning: "Minimum value of the goods, after offers, for cash on delivery, in rupees.",
    schema: wholeNumber(1, 20_000_000),
    default: "1",
  }),
  CASH_MAX_RUPEES: define({
    scope: "shop",
    meaning: "Maximum value of the goods, after offers, for cash on delivery, in rupees.",
    schema: wholeNumber(1, 20_000_000),
    default: "5000",
  }),
  CASH_FEE_RUPEES: define({
    scope: "shop",
    meaning: "Fee for cash on delivery, in rupees, tax included.",
    schema: wholeNumber(0, 10_000),
    default: "0",
  }),
  CASH_FEE_WAIVED: define({
    scope: "shop",
    meaning: "Whether the fee for cash on delivery is waived if the order is paid online before it is shipped.",
    schema: flag,
    default: "true",
  }),
  CASH_EXCLUDED_PINCODES: define({
    scope: "shop",
    meaning: "Pincodes, or their first digits, without cash on delivery, separated by |.",
    schema: optionalParts.refine(
      (parts) => parts.every((part) => /^[1-9]\d{0,5}$/.test(part)),
      "must be pincodes or their first digits, separated by |",
    ),
    default: "",
  }),
  CASH_EXCLUDED_CATEGORIES: define({
    scope: "shop",
    meaning: "Slugs of categories whose products cannot be paid in cash on delivery, separated by |.",
    schema: optionalParts,
    default: "",
  }),
  CASH_MAX_OPEN_ORDERS: define({
    scope: "shop",
    meaning: "How many orders for cash on delivery a customer may have that are not delivered yet.",
    schema: wholeNumber(1, 1000),
    default: "2",
  }),
  CASH_MAX_REFUSED: define({
    scope: "shop",
    meaning: "After how many refused parcels a customer can only pay online.",
    schema: wholeNumber(1, 1000),
    default: "1",
  }),
  CASH_CONFIRM_HOURS: define({
    scope: "shop",
    meaning: "For how many hours an order for cash on delivery waits for its confirmation and reserves its stock.",
    schema: wholeNumber(1, 168),
    default: "12",
  }),
  CASH_ADVANCE: define({
    scope: "shop",
    meaning:
      "The part of an order for cash on delivery that is paid online in advance: rupees, such as 200, or a percentage of the order, such as 20%. Empty: none.",
    schema: z
      .string()
      .trim()
      .regex(/^(|[1-9]\d{0,4}|[1-9]\d?%)$/, "must be rupees from 1 to 99999, a percentage from 1% to 99%, or empty")
      .transform((text): { rupees: number } | { percent: number } | null => {
        if (text === "") return null;
        return text.endsWith("%") ? { percent: Number(text.slice(0, -1)) } : { rupees: Number(text) };
      }),
    default: "",
  }),
  CASH_ADVANCE_FROM_RUPEES: define({
    scope: "shop",
    meaning: "From which value of the goods, after offers, the advance is asked for, in rupees.",
    schema: wholeNumber(1, 20_000_000),
    default: "1",
  }),
  CASH_ADVANCE_FOR_RISK: define({
    scope: "shop",
    meaning:
      "Whether a customer with too many refused parcels or open orders can still order for cash on delivery with the advance.",
    schema: flag,
    default: "false",
  }),
  GIFT_WRAP_RUPEES: define({
    scope: "shop",
    meaning: "Price of gift wrap, in rupees, tax included; 0 for free. Empty: none is offered.",
    schema: z.union(
      [z.literal("").transform(() => null), wholeNumber(0, 10_000)],
      "must be a whole number from 0 to 10000, or empty",
    ),
    default: "",
  }),
  SELLER_NAME: define({
    scope: "shop",
    meaning: "Legal name of the seller on invoices.",
    schema: line,
    default: "Kewra Organics",
    beforeLive: "it is the demo's name",
  }),
  SELLER_GSTIN: define({
    scope: "shop",
    meaning: "The seller's GST identification number (GSTIN) on invoices.",
    schema: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, "must be 15 characters such as 09AAACK1416F1Z5"),
    default: "09AAACK1416F1Z5",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
    unfitForLive: (text) =>
      hasCheckDigit(text.trim().toUpperCase()) ? undefined : "its check digit does not fit, so it is mistyped",
  }),
  SELLER_STATE: define({
    scope: "shop",
    meaning: "State that the seller ships from: orders within it are taxed with CGST and SGST, others with IGST.",
    schema: line,
    default: "Uttar Pradesh",
    beforeLive: "it decides between CGST with SGST and IGST on every invoice",
  }),
  PAYMENT_BRAND: define({
    scope: "shop",
    meaning: "Name at the top of the payment window.",
    schema: line,
    default: "Kewra",
    beforeLive: "it is the demo's name",
  }),
  PAYMENT_DESCRIPTION: define({
    scope: "shop",
    meaning: "Description in the payment window.",
    schema: line,
    default: "Test Transaction",
    beforeLive: "the text calls the payment a test",
  }),
  PAYMENT_PREFILL: define({
    scope: "shop",
    meaning:
      "Name, email and phone number that prefill the payment window where the customer's are unknown, separated by |.",
    schema: lines.refine((parts) => parts.length === 3, "must be a name, an email and a phone number separated by |"),
    default: "Kewra Customer|customer@kewra.example|+919000014160",
    beforeLive: "they are placeholders",
    defaultUnfit: true,
  }),
  PAYMENT_THEME_COLOR: define({
    scope: "shop",
    meaning: "Colour of the payment window.",
    schema: z.string().regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #2f4a36"),
    default: "#2f4a36",
  }),
  SESSION_SECRET: define({
    scope: "shop",
    meaning:
      "Key by which browsers encrypt the stored session. Every page contains it, so it hides and does not protect; a new key logs everybody out.",
    secret: true,
    schema: line,
    default: "kewra keeps your place",
    beforeLive: "it is the demo's",
    defaultUnfit: true,
  }),
  TOAST_AUTO_CLOSE_MS: define({
    scope: "shop",
    meaning: "How long a toast stays, in milliseconds.",
    schema: wholeNumber(1000, 100_000_000),
    default: "5000000",
    beforeLive: "messages stay for over an hour; 5000 is usual",
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
type NamesOf<Scope> = {
  [Name in SettingName]: (typeof SETTINGS)[Name]["scope"] extends Scope ? Name : never;
}[SettingName];
/** The names of the owner's settings. */
export type ShopSettingName = NamesOf<"shop">;
type SettingsOf<Scope> = { readonly [Name in NamesOf<Scope>]: z.output<(typeof SETTINGS)[Name]["schema"]> };
/** The settings of the deployment: read once at start-up, from the environment. */
export type DeploymentSettings = SettingsOf<"deployment">;
/** The owner's settings: they change while the shop is open (see settings/shop-settings.ts). */
export type ShopSettings = SettingsOf<"shop">;

export const settingNames = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
export const isShopSetting = (name: SettingName): name is ShopSettingName => SETTINGS[name].scope === "shop";

/** Lists the settings that the environment sets by their former names, each with its current name. */
export function formerNamesIn(environment: Record<string, string | undefined>): { formerName: string; name: string }[] {
  return settingNames.flatMap((name) => {
    const { formerName }: Setting = SETTINGS[name];
    return formerName && environment[formerName] !== undefined ? [{ formerName, name }] : [];
  });
}

/** Returns why `text` is not a valid value of the setting, in a sentence without a full stop; undefined if it is valid. */
export function settingProblem(name: SettingName, text: string): string | undefined {
  const read = SETTINGS[name].schema.safeParse(text);
  return read.success ? undefined : `The setting ${name} ${read.error.issues[0]?.message ?? "is not right"}`;
}

/**
 * Parses a setting.
 * @throws OperatorError that names the setting, its format and its present value
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  text: string,
): z.output<(typeof SETTINGS)[Name]["schema"]> {
  const read = SETTINGS[name].schema.safeParse(text);
  if (read.success) return read.data as z.output<(typeof SETTINGS)[Name]["schema"]>;
  const setting: Setting = SETTINGS[name];
  throw new OperatorError(`${settingProblem(name, text)}.${setting.secret ? "" : ` It is now "${text}".`}`);
}

/**
 * Reads the deployment's settings from the environment, else their defaults.
 * @throws OperatorError for the first invalid one
 */
export function readSettings(environment: Environment): DeploymentSettings {
  return readScope("deployment", environment);
}

/**
 * Reads the owner's settings from the environment, else from `stored`, else their defaults.
 * @throws OperatorError for the first invalid one
 */
export function readShopSettings(
  environment: Environment,
  stored: ReadonlyMap<string, string> = new Map(),
): ShopSettings {
  return readScope("shop", environment, stored);
}

function readScope<Scope extends Setting["scope"]>(
  scope: Scope,
  environment: Environment,
  stored: ReadonlyMap<string, string> = new Map(),
): SettingsOf<Scope> {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const setting: Setting = SETTINGS[name];
    if (setting.scope !== scope) continue;
    const { formerName = name } = setting;
    const text =
      environment[name] ?? environment[formerName] ?? stored.get(name) ?? stored.get(formerName) ?? setting.default;
    values[name] = readSetting(name, text);
  }
  return Object.freeze(values) as SettingsOf<Scope>;
}
