/** How each version of the protocol writes what the shop says: a folder for each, a file for each resource; shared/ has what they have in common. */

import type { UcpVersion } from "../versions.ts";
import { catalogue as catalogue20260408 } from "./2026-04-08/catalogue.ts";
import { catalogue as catalogue20260825 } from "./2026-08-25/catalogue.ts";
import type { CatalogueWire } from "./shared/catalogue.ts";

export interface Wire {
  catalogue: CatalogueWire;
}

export const WIRES: Readonly<Record<UcpVersion, Wire>> = {
  "2026-08-25": { catalogue: catalogue20260825 },
  "2026-04-08": { catalogue: catalogue20260408 },
};
