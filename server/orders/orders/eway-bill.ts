import { toPaise } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { OrderRow } from "./order-row.ts";

/**
 * Whether the parcel of an order may need an e-way bill (rule 138 of the CGST rules): its invoice, tax included, is above the limit. A part
 * of an order may be below it.
 */
export const needsEwayBill = (
  { totalPaise }: Pick<OrderRow, "totalPaise">,
  { EWAY_BILL_RUPEES: limit }: Pick<ShopSettings, "EWAY_BILL_RUPEES">,
): boolean => totalPaise > toPaise(limit);
