/**
 * Where a parcel goes. The one answer for taxes (a supply of goods is taxed where their movement ends), the shipping price, the label and the
 * reports: the state of the pincode. The typed state decides only where the pincode leaves it open.
 */

import { ApiError } from "../../base/errors.ts";
import type { PostalAddress } from "../../platform/database/schema.ts";
import { stateOf } from "../pricing/place-of-supply.ts";
import { placesOfPincode } from "./pincodes/find-place.ts";
import type { Destination } from "./shipping-rules.ts";

/** Why the state of an address is not certain. `states` are those of its pincode; empty if the pincode is not in the table. */
export interface StateProblem {
  code: "state_differs" | "state_unknown";
  message: string;
  states: readonly string[];
}

/**
 * Returns the state of an address by its proper name, or why it is not certain:
 * - the states that have the pincode decide, however the typed one is spelt, unless it is another state, or several share the pincode and
 *   the typed text is none of them;
 * - of a pincode that is not in the table, which ages, the typed state decides, if it is one.
 */
export async function stateAt(pincode: string, typed: string): Promise<string | StateProblem> {
  const states = (await placesOfPincode(pincode)).map(({ state }) => state);
  const state = stateOf(typed)?.name;
  if (states.length === 0)
    return (
      state ?? {
        code: "state_unknown",
        message: `We don’t know the pincode ${pincode}, nor the state. Please check both.`,
        states,
      }
    );
  if (state !== undefined && states.includes(state)) return state;
  const [only] = states;
  if (state === undefined && only !== undefined && states.length === 1) return only;
  const where = states.length === 1 ? `is in ${only}` : `may be in ${listed(states)}`;
  const remedy = state === undefined ? "Please enter one of these states." : "Please check the pincode and the state.";
  return {
    code: state === undefined ? "state_unknown" : "state_differs",
    message: `${pincode} ${where}. ${remedy}`,
    states,
  };
}

/**
 * Returns an address with the proper name of its state, by which it is taxed, shipped and printed.
 * @param field the path of the address's fields in the request, such as `address.`
 * @throws ApiError (422) of the field `state` if pincode and state contradict each other, or leave it open
 */
export async function resolveAddress<A extends PostalAddress>(address: A, field = ""): Promise<A> {
  const state = await stateAt(address.pincode, address.state);
  if (typeof state !== "string") throw ApiError.ofField(`${field}state`, state.message, state.code);
  return { ...address, state };
}

/**
 * Returns the destination of an estimate, before the address is certain: of several states that share a pincode the one with most of it.
 * @param typedState of an address whose pincode leaves the state open
 */
export async function destinationOf(pincode: string, typedState = ""): Promise<Destination> {
  const state = await stateAt(pincode, typedState);
  return { pincode, state: typeof state === "string" ? state : (state.states[0] ?? null) };
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
