import { asc, sql } from "drizzle-orm";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import {
  shippingHoliday,
  shippingMethod,
  shippingRate,
  shippingVersion,
  shippingZone,
} from "../../platform/database/schema.ts";
import type { ShippingRate, ShippingRules } from "./shipping-rules.ts";

/** The rules as stored, with the names of holidays. */
export interface StoredShipping extends ShippingRules {
  holidayNames: Readonly<Record<string, string>>;
}

export async function readShipping(db: Pick<ReadDatabase, "select">): Promise<StoredShipping> {
  const methods = await db.select().from(shippingMethod).orderBy(asc(shippingMethod.position));
  const zones = await db.select().from(shippingZone).orderBy(asc(shippingZone.position));
  const rates = await db.select().from(shippingRate).orderBy(asc(shippingRate.fromGrams));
  const holidays = await db.select().from(shippingHoliday).orderBy(asc(shippingHoliday.day));
  return {
    methods: methods.map(({ code, name, cutOff }) => ({ code, name, cutOff })),
    zones: zones.map(({ code, name, pincodes, states }) => ({
      code,
      name,
      pincodes,
      states,
      rates: Object.groupBy(rates.filter(({ zone }) => zone === code).map(toRate), ({ method }) => method) as Record<
        string,
        ShippingRate[]
      >,
    })),
    holidays: holidays.map(({ day }) => day),
    holidayNames: Object.fromEntries(holidays.map(({ day, name }) => [day, name])),
  };
}

function toRate({ method, fromGrams, pricePaise, freeFromPaise, minDays, maxDays }: typeof shippingRate.$inferSelect) {
  const days = minDays === null || maxDays === null ? null : { min: minDays, max: maxDays };
  return { method, fromGrams, pricePaise, freeFromPaise, days };
}

/** Returns how often the rules have changed, from 1. */
export async function readShippingVersion(db: Pick<ReadDatabase, "select">): Promise<number> {
  const [row] = await db.select({ version: shippingVersion.version }).from(shippingVersion);
  return row?.version ?? 1;
}

/** Replaces all methods, zones, rates and holidays. Writers are serialised. @returns the new version */
export async function writeShipping(trx: DatabaseOrTransaction, shipping: StoredShipping): Promise<number> {
  const version = await nextVersion(trx);
  const { methods, zones, holidays, holidayNames } = shipping;
  for (const table of [shippingRate, shippingZone, shippingMethod, shippingHoliday]) await trx.delete(table);
  const rates = zones.flatMap((zone) =>
    Object.entries(zone.rates).flatMap(([method, steps]) =>
      steps.map(({ fromGrams, pricePaise, freeFromPaise, days }) => ({
        zone: zone.code,
        method,
        fromGrams,
        pricePaise,
        freeFromPaise,
        minDays: days?.min ?? null,
        maxDays: days?.max ?? null,
      })),
    ),
  );
  if (methods.length > 0)
    await trx.insert(shippingMethod).values(methods.map((method, position) => ({ ...method, position })));
  if (zones.length > 0)
    await trx
      .insert(shippingZone)
      .values(zones.map(({ code, name, pincodes, states }, position) => ({ code, name, pincodes, states, position })));
  if (rates.length > 0) await trx.insert(shippingRate).values(rates);
  if (holidays.length > 0)
    await trx.insert(shippingHoliday).values(holidays.map((day) => ({ day, name: holidayNames[day] ?? "" })));
  publishChange(trx, "settings");
  return version;
}

/** Increments the version, which stays locked until the transaction ends. */
async function nextVersion(trx: DatabaseOrTransaction): Promise<number> {
  const [row] = await trx
    .insert(shippingVersion)
    .values({ version: 2 })
    .onConflictDoUpdate({ target: shippingVersion.only, set: { version: sql`${shippingVersion.version} + 1` } })
    .returning({ version: shippingVersion.version });
  return row?.version ?? 2;
}
