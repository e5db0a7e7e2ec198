import { NEWSLETTER_CONSENT } from "../../buying/consent-wording.ts";
import { readFlags } from "../../buying/read-content.ts";
import { checkoutWire } from "../shared/checkout.ts";

const MARKETING = "dev.ucp.consent.marketing";

export const checkout = checkoutWire({
  // What the shop would do by itself, which is nothing, is no decision of the buyer.
  readConsent: (sent) =>
    readFlags(sent, { marketing: MARKETING }, (value) =>
      isDecision(value) && value.source === "platform" ? value.granted : null,
    ),
  consent: ({ marketing }) => ({
    [MARKETING]: {
      granted: marketing ?? false,
      source: marketing === undefined ? "business" : "platform",
      description: NEWSLETTER_CONSENT,
    },
  }),
  destination: (one) => ({ ...one, type: "shipping_address" }),
  optionDescription: (text) => ({ plain: text }),
});

const isDecision = (value: unknown): value is { granted: boolean; source: string } =>
  typeof value === "object" &&
  value !== null &&
  "granted" in value &&
  typeof value.granted === "boolean" &&
  "source" in value;
