import type { ShippingMethods } from "../../../contract/shipping/schemas.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import type { PincodeService } from "./courier-service.ts";
import type { Parcel } from "./shipping-rules.ts";

/** A parcel with one unit of a size. */
export interface Size extends Parcel {
  /** Null if only the pincode is asked about. */
  productId: number | null;
  isAlcoholFree: boolean;
}

/** Whether one unit of a size can be paid in cash at a pincode, as a module above knows; null if the shop does not offer it. */
export type ReadCash = (
  db: ReadDatabase,
  settings: ShopSettings,
  size: Size,
  to: { pincode: string; couriers: PincodeService },
) => Promise<ShippingMethods["cash"]>;
