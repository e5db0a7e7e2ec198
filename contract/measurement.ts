/**
 * The services that measure visits and purchases, once the owner has connected them, and the question that comes before. Apart from the
 * schemas, so that every page can show it without Zod.
 */

export const ANALYTICS_KINDS = ["plausible", "umami", "ga4"] as const;
/** The services to which the shop itself reports purchases. */
export const PURCHASE_SERVICES = ["ga4", "meta"] as const;
export type PurchaseService = (typeof PURCHASE_SERVICES)[number];
export const MEASUREMENT_SERVICES = ["plausible", "umami", "ga4", "meta"] as const;
export type MeasurementService = (typeof MEASUREMENT_SERVICES)[number];

/** The one script that counts visits. */
export interface AnalyticsScript {
  kind: (typeof ANALYTICS_KINDS)[number];
  url: string;
  /** Of Umami the website ID, of Google Analytics the measurement ID, of older servers of Plausible the domain; else empty. */
  id: string;
}

/** What is connected. */
export interface Measurement {
  script: AnalyticsScript | null;
  purchases: readonly PurchaseService[];
}

const NAMES: Readonly<Record<MeasurementService, string>> = {
  plausible: "Plausible",
  umami: "Umami",
  ga4: "Google Analytics",
  meta: "Meta",
};

/** Lists the services to which the question refers. */
export const servicesOf = ({ script, purchases }: Measurement): MeasurementService[] => [
  ...new Set<MeasurementService>([...(script ? [script.kind] : []), ...purchases]),
];

const listed = (services: readonly MeasurementService[]) => services.map((service) => NAMES[service]).join(" and ");

export const QUESTION_TITLE = "May we measure your visit?";
export const ALLOW = "Allow";
export const REFUSE = "Don’t allow";

/** What the shopper is asked: the wording that is recorded with a consent. */
export function questionText({ script, purchases }: Measurement): string {
  return [
    script &&
      `${NAMES[script.kind]} counts which pages are read${script.kind === "ga4" ? ", and sets cookies for it" : ", without cookies"}.`,
    purchases.length > 0 && `When you order, we tell ${listed(purchases)} what you bought and for how much.`,
    purchases.includes("meta") &&
      "Meta also gets your email and mobile number as one-way codes, to see whether its ads work.",
    "The shop works the same without.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The heading of the privacy policy's section about measurement. */
export const MEASUREMENT_HEADING = "What we measure if you allow it";

/** The privacy policy's section about what is connected. */
export function measurementNotice(measurement: Measurement) {
  const { script, purchases } = measurement;
  const points = [
    script && `${NAMES[script.kind]}: ${VISITS[script.kind]}`,
    purchases.includes("ga4") &&
      "Google Analytics, for orders: the Order ID, what you bought, the amounts, and the number in its cookie by which it recognises your browser",
    purchases.includes("meta") &&
      "Meta, for orders: the Order ID, what you bought, the amounts, the type of your browser, and your email and mobile number as one-way codes, by which Meta finds out whether you saw one of its ads",
  ].filter((point): point is string => Boolean(point));
  return {
    heading: MEASUREMENT_HEADING,
    paragraphs: [
      "Nothing here happens unless you allow it, and the shop works the same without. If your browser asks not to be tracked (Do Not Track or Global Privacy Control), we take that as your answer and do not ask. Pages that are yours alone, such as cart, checkout, profile and payment links, are never measured.",
      "You can change your answer below at any time, as easily as you gave it; your browser keeps it. From then on nothing more is sent. These companies may process the data outside India.",
    ],
    points,
  };
}

const VISITS: Readonly<Record<AnalyticsScript["kind"], string>> = {
  plausible: "which pages are read, from where visitors come, and with what kind of browser, without cookies",
  umami: "which pages are read, from where visitors come, and with what kind of browser, without cookies",
  ga4: "which pages are read, from where visitors come, and with what kind of browser; it sets the cookies _ga and _ga_… for up to two years",
};
