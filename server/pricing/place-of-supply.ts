import { STATES_OF_INDIA } from "./states-of-india.ts";

/** Former and alternative names of states. */
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

const normalized = (name: string) =>
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
      [normalized(name), state],
      [normalized(name.replace(/ and /g, "&")), state],
    ];
  }),
);

/** Returns a typed state's proper name and GST number; null if unknown. */
export function stateOf(typed: string): { name: string; code: string } | null {
  const name = normalized(typed);
  return STATES.get(normalized(OTHER_NAMES.get(name) ?? name)) ?? null;
}

/** Returns a typed state's GST number; null if unknown. */
export function stateCodeOf(typed: string): string | null {
  return stateOf(typed)?.code ?? null;
}

/**
 * Whether both are the same state, so that CGST and SGST are due instead of IGST. An unknown state counts as different: the total tax is
 * the same, only its parts differ.
 */
export function isWithinState(sellerState: string, buyerState: string): boolean {
  const seller = stateCodeOf(sellerState);
  return seller !== null && seller === stateCodeOf(buyerState);
}
