import type { AddressBody } from "../../../contract/accounts/schemas.ts";

/** A delivery address in the format of a parcel label. */
export function AddressLines({ street, city, state, pincode }: AddressBody) {
  return (
    <p className="wrap-anywhere">
      {street}
      <br />
      {city}, {state} {pincode}
    </p>
  );
}
