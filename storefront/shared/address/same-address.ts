import type { AddressBody } from "../../../contract/accounts/schemas.ts";

/** Whether both are the same place, letter for letter. */
export const isSameAddress = (one: AddressBody, other: AddressBody) =>
  (["street", "city", "state", "pincode"] as const).every((field) => one[field] === other[field]);
