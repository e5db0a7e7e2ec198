/** How each version of the protocol writes what the shop says: a folder for each, a file for each resource; shared/ has what they have in common. */

import type { UcpVersion } from "../versions.ts";
import { catalogue as catalogue20260408 } from "./2026-04-08/catalogue.ts";
import { checkout as checkout20260408 } from "./2026-04-08/checkout.ts";
import { order as order20260408 } from "./2026-04-08/order.ts";
import { catalogue as catalogue20260825 } from "./2026-08-25/catalogue.ts";
import { checkout as checkout20260825 } from "./2026-08-25/checkout.ts";
import { order as order20260825 } from "./2026-08-25/order.ts";
import type { CatalogueWire } from "./shared/catalogue.ts";
import type { CheckoutWire } from "./shared/checkout.ts";
import type { OrderWire } from "./shared/order.ts";

export interface Wire {
  catalogue: CatalogueWire;
  checkout: CheckoutWire;
  order: OrderWire;
}

export const WIRES: Readonly<Record<UcpVersion, Wire>> = {
  "2026-08-25": { catalogue: catalogue20260825, checkout: checkout20260825, order: order20260825 },
  "2026-04-08": { catalogue: catalogue20260408, checkout: checkout20260408, order: order20260408 },
};
