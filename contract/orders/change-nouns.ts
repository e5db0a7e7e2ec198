/** What it is called that goes to a customer otherwise than the order as it was placed, in every button, email, document and history. */

/** `replacement`: the same item again. `exchange`: another item for a returned one. `edit`: an item of an order that is changed before it leaves. */
export const CHANGE_NOUNS = ["replacement", "exchange", "edit"] as const;
export type ChangeNoun = (typeof CHANGE_NOUNS)[number];

/**
 * Decides what a parcel, or a change that waits for its payment, is. A parcel with both is an exchange, which has an invoice.
 * @param what.exchanges whether it has items in exchange for returned ones @param what.replaces whether it has returned items again
 */
export function nounOf({
  exchanges = false,
  replaces = false,
}: {
  exchanges?: boolean;
  replaces?: boolean;
}): ChangeNoun {
  if (exchanges) return "exchange";
  return replaces ? "replacement" : "edit";
}

/** Within sentences. */
export const NOUN_WORDS: Readonly<Record<ChangeNoun, string>> = {
  replacement: "replacement",
  exchange: "exchange",
  edit: "change",
};

/** At the beginning of a sentence or a label. */
export const NOUN_LABELS: Readonly<Record<ChangeNoun, string>> = {
  replacement: "Replacement",
  exchange: "Exchange",
  edit: "Change",
};
