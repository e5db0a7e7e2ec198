import type { AddressBody } from "../../../contract/accounts/schemas.ts";

/** A delivery address as it stands on a parcel. */
export function AddressLines({ street, city, state, pincode }: AddressBody) {
  return (
    <p className="wrap-anywhere">
      {street}
      <br />
      {city}, {state} {pincode}
    </p>
  );
}
