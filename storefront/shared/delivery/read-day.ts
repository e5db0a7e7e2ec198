import { deliveryDates } from "../../../contract/shipping/delivery-dates.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { api } from "../../api/api.ts";

export interface DeliveryDay {
  pincode: string;
  /** Null for a pincode of which only the zone is known. */
  city: string | null;
  /** The latest day on which a parcel that is ordered now arrives, for example "2026-11-27". */
  day: string;
}

/** Matches India's pincodes; nothing else is requested. */
const PINCODE = /^[1-9][0-9]{5}$/;

/** Reads the day that the shop's default method promises at a pincode; null where it promises none. */
export async function readDayAt(pincode: string): Promise<DeliveryDay | null> {
  if (!PINCODE.test(pincode)) return null;
  const { place, methods, calendar } = await api.readShippingMethods({ params: { pincode }, query: {} });
  const transit = methods[0]?.transit;
  const dates = transit && deliveryDates(transit, calendar, shopNow());
  return dates ? { pincode, city: place?.city ?? null, day: dates.latest } : null;
}
