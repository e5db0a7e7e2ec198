import { isMistyped, OTHER_NAMES, spellingOf } from "./state-names.ts";
import { STATES_OF_INDIA } from "./states-of-india.ts";

/** A state with its GST number. */
export interface State {
  name: string;
  code: string;
}

const STATES: readonly State[] = Object.entries(STATES_OF_INDIA).map(([name, code]) => ({ name, code }));
const BY_SPELLING: ReadonlyMap<string, State> = new Map(
  STATES.flatMap((state) =>
    [state.name, ...(OTHER_NAMES[state.name] ?? [])].map((name) => [spellingOf(name), state] as const),
  ),
);
/** The length of a state's field; a longer text is none. */
const MAX_LENGTH = 100;

/** Returns a typed state's proper name and GST number, whatever its spelling; null if it is none. */
export function stateOf(typed: string): State | null {
  if (typed.length > MAX_LENGTH) return null;
  const spelling = spellingOf(typed);
  return BY_SPELLING.get(spelling) ?? STATES.find(({ name }) => isMistyped(spelling, spellingOf(name))) ?? null;
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
