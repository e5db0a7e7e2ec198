import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { AdminShipping, PincodeCheck } from "../../../contract/admin/shipping.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { toPaise } from "../../base/money.ts";
import { readLastActionOf } from "../../platform/audit/list-audit.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { STATES_OF_INDIA } from "../pricing/states-of-india.ts";
import { readStoredTexts } from "../settings/overview.ts";
import { changeShipping, SHIPPING_SUBJECT } from "./change-shipping.ts";
import { destinationOf } from "./destination.ts";
import { placesOfPincode } from "./pincodes/find-place.ts";
import { readShippingRules, writeShippingRules } from "./shipping-file.ts";
import { calendarOf, methodsFor, toOption, zoneOf } from "./shipping-rules.ts";
import { readShipping, readShippingVersion } from "./shipping-tables.ts";
import { starterShipping } from "./starter.ts";

interface Deps {
  db: Database;
  shopSettings: { current(): Promise<ShopSettings> };
}

export function shippingAdminRoutes(admin: FastifyInstance, { db, shopSettings }: Deps): void {
  handleAdmin(admin, adminEndpoints.readShipping, async () => ({ data: await read() }));

  handleAdmin(admin, adminEndpoints.changeShipping, async ({ staff, body: { version, ...changes } }) => {
    await db.transaction(async (trx) => {
      const stored = writeShippingRules(await readShipping(trx));
      const read = readShippingRules({ ...stored, ...changes });
      if ("problems" in read) throw toError(read.problems);
      await changeShipping(trx, { shipping: read.shipping, seen: version, actor: staff, now: new Date() });
    });
    return { data: await read() };
  });

  handleAdmin(admin, adminEndpoints.storeShippingStarter, async ({ staff }) => {
    await db.transaction(async (trx) => {
      const seen = await readShippingVersion(trx);
      const stored = await readShipping(trx);
      if (stored.methods.length + stored.zones.length > 0)
        throw new ApiError(
          "conflict",
          "Methods or zones are stored already. Please change them, or remove them first.",
        );
      const sellerState = (await readStoredTexts(trx)).get("SELLER_STATE") ?? null;
      const read = readShippingRules(starterShipping(sellerState, isoDayInIndia(new Date())));
      if ("problems" in read) throw new Error(`the starter has problems: ${JSON.stringify(read.problems)}`);
      await changeShipping(trx, { shipping: read.shipping, seen, actor: staff, now: new Date() });
    });
    return { data: await read() };
  });

  handleAdmin(admin, adminEndpoints.checkPincode, async ({ body: { pincode, goods, grams } }) => {
    const [rules, settings, [place = null], destination] = await Promise.all([
      readShipping(db),
      shopSettings.current(),
      placesOfPincode(pincode),
      destinationOf(pincode),
    ]);
    const zone = zoneOf(rules, destination);
    const methods = methodsFor(rules, destination, { goodsPaise: toPaise(goods), grams });
    const data: PincodeCheck = {
      pincode,
      place,
      zone: zone && { code: zone.code, name: zone.name },
      options: methods.map((method) => toOption(method, calendarOf(rules, settings), new Date())),
    };
    return { data };
  });

  async function read(): Promise<AdminShipping> {
    const [stored, version, lastChange, { WORKING_DAYS }] = await Promise.all([
      readShipping(db),
      readShippingVersion(db),
      readLastActionOf(db, SHIPPING_SUBJECT),
      shopSettings.current(),
    ]);
    return {
      ...writeShippingRules(stored),
      version,
      lastChange,
      weekdays: [...WORKING_DAYS],
      states: Object.keys(STATES_OF_INDIA),
    };
  }
}

/** Converts problems to an error that names the fields of the request. */
function toError(problems: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  const errors = problems.map(({ path, message }) => ({
    field: path.map(String).join("."),
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  }));
  return new ApiError("invalid_input", errors[0]?.message, errors);
}
