import { Fragment } from "react";
import type { AddressBody } from "../../../contract/accounts/schemas.ts";

const partsOf = (street: string) =>
  street.split(/,\s+/).map((part, at, { length }) => (at < length - 1 ? `${part},` : part));

/** A delivery address in the format of a parcel label. @param mobile the number that the courier calls there */
export function AddressLines({ street, city, state, pincode, mobile }: AddressBody & { mobile?: string }) {
  return (
    <p className="wrap-anywhere">
      {/* A line breaks after a comma rather than within a part. */}
      {partsOf(street).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
        <Fragment key={at}>
          {at > 0 && " "}
          <span className="inline-block max-w-full">{part}</span>
        </Fragment>
      ))}
      <br />
      {city}, {state} {pincode}
      {mobile && (
        <>
          <br />
          {mobile}
        </>
      )}
    </p>
  );
}
