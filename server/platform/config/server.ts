import { z } from "zod";
import { flag, line, proxies, webAddress, wholeNumber } from "./formats.ts";
import { DEMO_CODE_SECRET, isGuessable } from "./published-keys.ts";
import { define } from "./setting.ts";

/** What the server listens on, logs, measures and trusts. */
export const SERVER = {
  PORT: define({
    scope: "deployment",
    meaning: "Port that the server listens on; 0 takes any free one.",
    schema: wholeNumber(0, 65535),
    default: "3000",
  }),
  HOST: define({
    scope: "deployment",
    meaning: "Address that the server listens on; 0.0.0.0 for all addresses of this machine.",
    schema: line,
    default: "localhost",
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
    meaning: "The shop’s public URL, for canonical links, the sitemap and mails. Empty: the host of each request.",
    schema: z.union([z.literal(""), webAddress], "must be a web address such as https://shop.example"),
    default: "",
    beforeLive: "search engines and mails need the shop’s real URL",
    defaultUnfit: true,
    unfitForLive: (text) =>
      text.startsWith("http://")
        ? "without https, anybody on the network can read passwords and reset links"
        : undefined,
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
  CODE_SECRET: define({
    scope: "deployment",
    meaning:
      "Key for mailed codes and links, authenticator apps and webhooks, at least 32 characters, the same on every instance. A new one makes all of them invalid: docs/operate.md says what to do.",
    schema: z.string().min(32, "must have at least 32 characters"),
    secret: true,
    default: DEMO_CODE_SECRET,
    beforeLive: "the demo’s key is public; generate your own with: openssl rand -base64 32",
    defaultUnfit: true,
    unfitForLive: (text) => (isGuessable(text, 32) ? "strangers might guess it" : undefined),
  }),
  ATTEMPTS_PER_IP: define({
    formerName: "ATTEMPTS_PER_ADDRESS",
    scope: "deployment",
    meaning:
      "How many failed logins, wrong codes, mails, messages, newsletter sign-ups and repeated unpaid orders one IP address is allowed per hour, each. Mobile carriers put many phones behind one address.",
    schema: wholeNumber(1, 100_000),
    default: "100",
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
    meaning: "The shop’s name in traces.",
    schema: line,
    default: "shop",
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
} as const;
