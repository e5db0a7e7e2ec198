import { useEffect, useRef, useState } from "react";
import type { PincodePlace } from "../../../contract/shipping/schemas.ts";
import { plainNumber } from "../../../contract/written-numbers.ts";
import { api } from "../../api/api.ts";
import { announce } from "../announcer.tsx";
import type { FormHandle } from "../form/use-form.ts";

const COMPLETE = /^[0-9]{6}$/;

/** What is known about the typed pincode: its places, one in each of its states; null before it is complete, or if it could not be read. */
export type KnownPlaces = readonly PincodePlace[] | null;

/**
 * Fills in city and state of a known pincode. Does not overwrite typed values; replaces values that it filled in itself. An unknown pincode
 * is not an error, and of several states that share a pincode the shopper chooses one.
 * @returns the input handler of the pincode, what is known about it, and the function that chooses one of its places
 */
export function usePlaceOfPincode(form: FormHandle, prefix: string) {
  const filled = useRef<Record<string, string>>({});
  const [places, setPlaces] = useState<KnownPlaces>(null);

  const fillIn = ({ city, state }: PincodePlace, replaces: (name: string) => boolean) => {
    for (const [part, value] of Object.entries({ city, state })) {
      const name = prefix + part;
      if (!replaces(name)) continue;
      filled.current[name] = value;
      form.fill({ [name]: value });
    }
  };
  const read = async ({ fills }: { fills: boolean }) => {
    const typed = () => plainNumber(form.read(`${prefix}pincode`));
    const pincode = typed();
    if (!COMPLETE.test(pincode)) return setPlaces(null);
    const found = await api.readPincode({ params: { pincode } }).catch(() => undefined);
    if (typed() !== pincode) return;
    setPlaces(found === undefined ? null : (found?.places ?? []));
    const [place, other] = found?.places ?? [];
    if (!fills || !place || other) return;
    fillIn(place, (name) => ["", filled.current[name]].includes(form.read(name)));
    announce(`${place.city}, ${place.state}`);
  };
  // A stored address has a pincode from the start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => void read({ fills: false }), []);
  return {
    onPincode: () => void read({ fills: true }),
    places,
    choose: (place: PincodePlace) => fillIn(place, () => true),
  };
}
