import type { PincodePlace } from "../../../contract/shipping/schemas.ts";
import type { KnownPlaces } from "./use-place-of-pincode.ts";

interface PlaceOfPincodeProps {
  pincode: string;
  places: KnownPlaces;
  onChoose: (place: PincodePlace) => void;
}

/** Lets the shopper choose the state of a pincode that several share, and says that a pincode is unknown. */
export function PlaceOfPincode({ pincode, places, onChoose }: PlaceOfPincodeProps) {
  return (
    <div role="status" className="text-small/5 not-empty:mb-4">
      {places?.length === 0 && (
        <p className="text-bark">We don’t know the pincode {pincode}. Please check it. If it’s right, go on.</p>
      )}
      {places && places.length > 1 && (
        <>
          <p>
            {pincode} is shared by {places.length} states. Which one is yours?
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {places.map((place) => (
              <button key={place.state} type="button" className="button-quiet" onClick={() => onChoose(place)}>
                {place.city === place.state ? place.state : `${place.city}, ${place.state}`}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
