/**
 * What is accepted with an account, and the sentence shown for it, stored with each consent. Change a sentence here only, so that the record
 * stays true. Apart from the schemas, so that pages can show it without Zod.
 */

/** The texts that are accepted. Each is a page, and has its own record, because they are two facts to the law. */
export const ACCEPTED_TEXTS = [
  { document: "terms", title: "Terms And Conditions", path: "/terms-conditions" },
  { document: "privacy", title: "Privacy Policy", path: "/privacy-policy" },
] as const;

export const CONSENT_DOCUMENTS = ["terms", "privacy"] as const;
export type ConsentDocument = (typeof CONSENT_DOCUMENTS)[number];

/** Where somebody accepts: the form Sign Up, the Google button, the page or email of a draft order, the page that sets a password by email. */
export const CONSENT_PLACES = ["sign_up", "google", "draft_order", "set_password"] as const;
export type ConsentPlace = (typeof CONSENT_PLACES)[number];

/** `informed`: the sentence was emailed, and nothing is accepted yet. */
export const ACCOUNT_CONSENT_EVENTS = ["informed", "accepted"] as const;
export type AccountConsentEvent = (typeof ACCOUNT_CONSENT_EVENTS)[number];

/** The part before the texts' names; the label of a checkbox has no full stop. */
const SENTENCES = {
  sign_up: { start: "I accept", end: "" },
  google: { start: "By continuing with Google, you accept", end: "." },
  draft_order: { start: "By placing this order, you accept", end: "." },
  set_password: { start: "By setting a password, you accept", end: "." },
} as const satisfies Record<ConsentPlace, object>;

type AcceptedText = (typeof ACCEPTED_TEXTS)[number];

/** Splits the sentence of a place into plain parts and the texts that it names, so that a page can link them. */
export function consentParts(place: ConsentPlace): (string | AcceptedText)[] {
  const { start, end } = SENTENCES[place];
  const [terms, privacy] = ACCEPTED_TEXTS;
  return [`${start} the `, terms, " and the ", privacy, ...(end ? [end] : [])];
}

/** The sentence of a place as its reader sees it. */
export const consentWording = (place: ConsentPlace): string =>
  consentParts(place)
    .map((part) => (typeof part === "string" ? part : part.title))
    .join("");
