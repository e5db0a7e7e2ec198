import { placeOfPincode } from "./pincodes/find-place.ts";
import type { Destination } from "./shipping-rules.ts";

/** Returns the destination of a pincode. @param typedState of an address whose pincode is not in the table */
export async function destinationOf(pincode: string, typedState?: string): Promise<Destination> {
  const place = await placeOfPincode(pincode);
  return { pincode, state: place?.state ?? typedState ?? null };
}
