import { readFlags } from "../../buying/read-content.ts";
import { checkoutWire } from "../shared/checkout.ts";

const NAMES = {
  marketing: "marketing",
  analytics: "analytics",
  preferences: "preferences",
  sale: "sale_of_data",
} as const;

export const checkout = checkoutWire({
  readConsent: (sent) => readFlags(sent, NAMES, (value) => (typeof value === "boolean" ? value : null)),
  consent: ({ marketing, analytics, preferences, sale }) => {
    const decided = { marketing, analytics, preferences, sale_of_data: sale };
    return Object.values(decided).some((value) => value !== undefined) ? decided : undefined;
  },
  destination: (one) => one,
  optionDescription: (text) => text,
});
