import { expect, it } from "vitest";
import { measurementNotice, questionText, servicesOf } from "./measurement.ts";

const PLAUSIBLE = { kind: "plausible", url: "https://plausible.io/js/pa-AbC.js", id: "" } as const;
const GA4 = { kind: "ga4", url: "https://www.googletagmanager.com/gtag/js?id=G-A", id: "G-A" } as const;

it("asks about each connected service by its name, and about nothing else", () => {
  expect(questionText({ script: PLAUSIBLE, purchases: [] })).toBe(
    "Plausible counts which pages are read, without cookies. The shop works the same without.",
  );
  expect(questionText({ script: null, purchases: ["meta"] })).toBe(
    "When you order, we tell Meta what you bought and for how much. Meta also gets your email and mobile number as one-way codes, to see whether its ads work. The shop works the same without.",
  );
  expect(questionText({ script: GA4, purchases: ["ga4", "meta"] })).toContain(
    "sets cookies for it. When you order, we tell Google Analytics and Meta what you bought",
  );
});

it("lists a service once that counts visits and gets purchases", () => {
  expect(servicesOf({ script: GA4, purchases: ["ga4", "meta"] })).toEqual(["ga4", "meta"]);
  expect(measurementNotice({ script: GA4, purchases: ["ga4"] }).points).toHaveLength(2);
});
