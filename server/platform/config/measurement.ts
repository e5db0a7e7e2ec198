import { z } from "zod";
import type { AnalyticsScript } from "../../../contract/measurement.ts";
import { webAddress } from "./formats.ts";
import { define } from "./setting.ts";

const FORMATS =
  "must be plausible|URL of your script, umami|URL of your script|website ID or ga4|measurement ID such as G-ABC123DEF4, or be empty";

/** A script's URL as the policy of a page may name it, with nothing that ends a source there. Without encryption from this machine alone. */
const SCRIPT_URL =
  /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5})\/[\w./~-]{1,200}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DOMAIN = /^[a-z0-9.-]{1,253}$/i;

/** Returns the script; a text says why there is none. */
function scriptOf(text: string): AnalyticsScript | string {
  const [kind, first = "", second = "", ...more] = text.split("|").map((part) => part.trim());
  if (more.length > 0) return FORMATS;
  if (kind === "ga4") {
    const id = first.toUpperCase();
    if (!/^G-[A-Z0-9]{4,20}$/.test(id) || second !== "") return FORMATS;
    return { kind, url: `https://www.googletagmanager.com/gtag/js?id=${id}`, id };
  }
  if (kind !== "plausible" && kind !== "umami") return FORMATS;
  if (!SCRIPT_URL.test(first) || !URL.canParse(first)) return `${FORMATS}; a URL must begin with https://`;
  const url = new URL(first).href;
  if (kind === "umami") return UUID.test(second) ? { kind, url, id: second.toLowerCase() } : FORMATS;
  if (second === "")
    return /\/pa-[\w-]+\.js$/.test(url)
      ? { kind, url, id: "" }
      : "must name the script that Plausible shows for your site, such as https://plausible.io/js/pa-AbC123.js";
  // One that counts by itself would report addresses as they are.
  return DOMAIN.test(second) && /\bmanual\b/.test(new URL(url).pathname)
    ? { kind, url, id: second.toLowerCase() }
    : "must name, for an older server of Plausible, its script.manual.js and then your domain: plausible|https://stats.shop.example/js/script.manual.js|shop.example";
}

const analytics = z
  .string()
  .trim()
  .max(500, { error: "must have at most 500 characters", abort: true })
  .transform((text, context): AnalyticsScript | null => {
    if (text === "") return null;
    const script = scriptOf(text);
    if (typeof script !== "string") return script;
    context.addIssue({ code: "custom", message: script });
    return z.NEVER;
  });

const META = "must be the ID of your dataset (pixel) and its access token, as 123456789012345|EAAB…, or be empty";

/** Services that measure visits and purchases, with the shopper's consent. */
export const MEASUREMENT = {
  ANALYTICS: define({
    scope: "shop",
    meaning:
      "The script that counts visits, of shoppers who allow it: plausible|URL of your script, umami|URL of your script|website ID or ga4|measurement ID. Empty: none, and nobody is asked.",
    schema: analytics,
    default: "",
  }),
  GA4_API_SECRET: define({
    scope: "deployment",
    meaning:
      "API secret of Google Analytics’ Measurement Protocol: with ANALYTICS=ga4|…, purchases of shoppers who allow it are sent, too. Empty: none are.",
    schema: z
      .string()
      .trim()
      .regex(/^(?:|[\w-]{10,100})$/, "must be the secret that Google Analytics shows for the data stream, or be empty"),
    secret: true,
    default: "",
  }),
  GA4_API: define({
    scope: "deployment",
    meaning: "Base URL of Google Analytics’ Measurement Protocol.",
    schema: webAddress,
    default: "https://www.google-analytics.com",
  }),
  META_CONVERSIONS: define({
    scope: "deployment",
    meaning:
      "The dataset (pixel) of Meta’s Conversions API and its access token, as ID|TOKEN. Purchases of shoppers who allow it are sent to Meta. Empty: none are.",
    schema: z
      .string()
      .trim()
      .max(1000, { error: META, abort: true })
      .regex(/^(?:|\d{5,20}\|[\w-]{20,900})$/, META)
      .transform((text) => {
        const [datasetId = "", token = ""] = text.split("|");
        return text === "" ? null : { datasetId, token };
      }),
    secret: true,
    default: "",
  }),
  META_API: define({
    scope: "deployment",
    meaning: "Base URL of Meta’s Graph API, with its version.",
    schema: webAddress,
    default: "https://graph.facebook.com/v24.0",
  }),
} as const;
