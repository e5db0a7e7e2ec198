import { z } from "zod";
import { commaSeparated, headerKey, webAddress, wholeNumber } from "./formats.ts";
import { isGuessable, isPublished } from "./published-keys.ts";
import { define } from "./setting.ts";

/** Mail server, Google, the payment provider and couriers. */
export const INTEGRATIONS = {
  SMTP_URL: define({
    scope: "deployment",
    meaning:
      "The mail server, such as smtps://user:password@mail.example:465; smtp:// with ?tls=required insists on encryption. Empty: the demo’s mailbox.",
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
    meaning: "Key id of the shop’s Razorpay account, such as rzp_live_…. Empty: the demo’s payment sandbox.",
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
    unfitForLive: (text) => (isPublished(text) ? "it is the demo’s, which is public" : undefined),
  }),
  RAZORPAY_WEBHOOK_SECRETS: define({
    scope: "deployment",
    meaning:
      "Secret of the Razorpay webhook at /api/webhooks/razorpay; during a rotation the new and the old one, separated by a comma.",
    schema: commaSeparated,
    secret: true,
    default: "",
    beforeLive: "without it the shop learns late of payments whose buyer closed the window",
    defaultUnfit: true,
    unfitForLive: (text) =>
      text.split(",").some((part) => isGuessable(part.trim(), 12)) ? "strangers might guess it" : undefined,
  }),
  RAZORPAY_API: define({
    scope: "deployment",
    meaning: "Base URL of the payment provider’s REST API.",
    schema: webAddress,
    default: "https://api.razorpay.com",
  }),
  RAZORPAY_SCRIPT: define({
    scope: "deployment",
    meaning: "URL of the payment provider’s checkout script.",
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
  SHIPROCKET_EMAIL: define({
    scope: "deployment",
    meaning:
      "Email of an API user of the shop’s Shiprocket account, which is another than that of the panel. Empty: the demo’s courier sandbox, or no bookings.",
    schema: z
      .string()
      .trim()
      .max(254, "must be at most 254 characters")
      .refine((email) => email === "" || /^[^\s@]+@[^\s@]+$/.test(email), "must be an email"),
    default: "",
  }),
  SHIPROCKET_PASSWORD: define({
    scope: "deployment",
    meaning: "Password of that API user.",
    schema: z.string().trim().max(200, "must be at most 200 characters"),
    secret: true,
    default: "",
  }),
  SHIPROCKET_API: define({
    scope: "deployment",
    meaning: "Base URL of Shiprocket’s API.",
    schema: webAddress,
    default: "https://apiv2.shiprocket.in/v1/external",
  }),
  DELHIVERY_TOKEN: define({
    scope: "deployment",
    meaning: "API token of the shop’s Delhivery account. Empty: the demo’s courier sandbox, or no bookings.",
    schema: headerKey(200),
    secret: true,
    default: "",
  }),
  DELHIVERY_API: define({
    scope: "deployment",
    meaning:
      "Base URL of Delhivery’s API; its test system is https://staging-express.delhivery.com, with a token of its own.",
    schema: webAddress,
    default: "https://track.delhivery.com",
  }),
  COURIER_TIMEOUT_MS: define({
    scope: "deployment",
    meaning: "Timeout of requests to couriers, in milliseconds; a booking without a response is looked up afterwards.",
    schema: wholeNumber(100, 120_000),
    default: "20000",
  }),
} as const;
