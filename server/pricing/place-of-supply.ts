import { STATES_OF_INDIA } from "./states-of-india.ts";

/** Former and other ways to write a state. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    orissa: "Odisha",
    pondicherry: "Puducherry",
    uttaranchal: "Uttarakhand",
    "new delhi": "Delhi",
    "nct of delhi": "Delhi",
    up: "Uttar Pradesh",
    mp: "Madhya Pradesh",
    "j&k": "Jammu and Kashmir",
  }),
);

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\s*&\s*/g, "&")
    .replace(/\./g, "")
    .replace(/\s+/g, " ")
    .trim();
const STATES = new Map(
  Object.entries(STATES_OF_INDIA).flatMap(([name, code]) => {
    const state = { name, code };
    return [
      [plain(name), state],
      [plain(name.replace(/ and /g, "&")), state],
    ];
  }),
);

/** A state as somebody has typed it, with its proper name and the number that GST gives it; null when it is none that we know. */
export function stateOf(typed: string): { name: string; code: string } | null {
  const name = plain(typed);
  return STATES.get(plain(OTHER_NAMES.get(name) ?? name)) ?? null;
}

/** The GST number of a state as somebody has typed it; null when it is none that we know. */
export function stateCodeOf(typed: string): string | null {
  return stateOf(typed)?.code ?? null;
}

/**
 * Whether both are one state, so that CGST and SGST are due and not IGST. A state that is not known counts as another one: the whole tax
 * is the same either way, only its parts differ.
 */
export function isWithinState(sellerState: string, buyerState: string): boolean {
  const seller = stateCodeOf(sellerState);
  return seller !== null && seller === stateCodeOf(buyerState);
}
