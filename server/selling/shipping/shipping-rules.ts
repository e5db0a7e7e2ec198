/** Decides which shipping methods serve a destination, and what they cost. Pure. */

import { deliveryDates } from "../../../contract/shipping/delivery-dates.ts";
import type { ShippingOption, Transit, WorkingCalendar } from "../../../contract/shipping/schemas.ts";
import { type Paise, paise, toRupees } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { ShippingBand } from "../../platform/database/schema.ts";
import { stateOf } from "../pricing/place-of-supply.ts";

interface ShippingMethod {
  code: string;
  name: string;
  /** The cut-off in India: "14:00". */
  cutOff: string;
}

export interface ShippingRate extends ShippingBand {
  /** Transit days; null without a promise. */
  days: { min: number; max: number } | null;
}

export interface ShippingZone {
  code: string;
  name: string;
  /** Pincodes, or their first digits. */
  pincodes: readonly string[];
  states: readonly string[];
  /** Rates by method, sorted by weight. A method without rates does not serve the zone. */
  rates: Readonly<Record<string, readonly ShippingRate[]>>;
}

/** The methods and zones, in the owner's order. */
export interface ShippingRules {
  methods: readonly ShippingMethod[];
  zones: readonly ShippingZone[];
  /** For example "2027-01-26". */
  holidays: readonly string[];
}

/** A destination; the state decides if no zone lists the pincode. */
export interface Destination {
  pincode: string;
  state: string | null;
}

export interface Parcel {
  /** The value of the goods after discounts. */
  goodsPaise: Paise;
  grams: number;
}

/** A shipping method for one parcel and destination. */
export interface MethodRate {
  method: ShippingMethod;
  pricePaise: Paise;
  /** The price of a parcel whose goods are worth less than `freeFromPaise`. */
  fullPricePaise: Paise;
  freeFromPaise: Paise | null;
  /** Its rates for all weights, from which the price is chosen; empty if it is always free. */
  bands: readonly ShippingBand[];
  /** Null without a promise. */
  transit: Transit | null;
}

/** The method of a shop without shipping methods: free everywhere, without a promise. */
const FREE_STANDARD: MethodRate = {
  method: { code: "standard", name: "Standard", cutOff: "14:00" },
  pricePaise: paise(0),
  fullPricePaise: paise(0),
  freeFromPaise: null,
  bands: [],
  transit: null,
};

/** @returns null if the destination is in no zone */
export function zoneOf({ zones }: ShippingRules, { pincode, state }: Partial<Destination>): ShippingZone | null {
  const listed = zones
    .flatMap((zone) => zone.pincodes.map((prefix) => ({ zone, prefix })))
    .filter(({ prefix }) => pincode?.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (listed) return listed.zone;
  const name = state ? stateOf(state)?.name : undefined;
  return (
    zones.find(({ states }) => name !== undefined && states.includes(name)) ??
    zones.find(({ states, pincodes }) => states.length === 0 && pincodes.length === 0) ??
    null
  );
}

/**
 * Lists the methods that serve a destination, in the owner's order; the first is the default. Empty if the shop does not deliver there.
 * @param destination null while it is unknown, which selects the zone of all other places
 */
export function methodsFor(rules: ShippingRules, destination: Destination | null, parcel: Parcel): MethodRate[] {
  if (rules.methods.length === 0) return [FREE_STANDARD];
  return methodsIn(zoneOf(rules, destination ?? {}), rules, parcel);
}

function methodsIn(zone: ShippingZone | null, { methods }: ShippingRules, parcel: Parcel): MethodRate[] {
  return methods.flatMap((method) => {
    const bands = zone?.rates[method.code] ?? [];
    const rate = bandFor(bands, parcel.grams);
    if (!rate) return [];
    const { pricePaise, freeFromPaise, days } = rate;
    return [
      {
        method,
        pricePaise: shippingPrice(bands, parcel),
        fullPricePaise: pricePaise,
        freeFromPaise,
        bands: bands.map((band) => ({
          fromGrams: band.fromGrams,
          pricePaise: band.pricePaise,
          freeFromPaise: band.freeFromPaise,
        })),
        transit: days && { cutOff: method.cutOff, minDays: days.min, maxDays: days.max },
      },
    ];
  });
}

/** What the first method of each zone costs and takes, at most. */
export interface DearestShipping {
  pricePaise: Paise;
  /** Working days from dispatch to delivery; null if a zone has no promise. */
  days: { min: number; max: number } | null;
}

/**
 * Returns what shipping a parcel costs and takes where it costs and takes most in India, by the method that the checkout offers first there:
 * what may be said of it without knowing the place. Null if the shop delivers nowhere.
 */
export function dearestShipping(rules: ShippingRules, parcel: Parcel): DearestShipping | null {
  const first =
    rules.methods.length === 0
      ? [FREE_STANDARD]
      : rules.zones.flatMap((zone) => methodsIn(zone, rules, parcel).slice(0, 1));
  if (first.length === 0) return null;
  const transits = first.map(({ transit }) => transit).filter((transit) => transit !== null);
  return {
    pricePaise: paise(Math.max(...first.map(({ pricePaise }) => pricePaise))),
    days:
      transits.length < first.length
        ? null
        : {
            min: Math.min(...transits.map(({ minDays }) => minDays)),
            max: Math.max(...transits.map(({ maxDays }) => maxDays)),
          },
  };
}

/** What shipping a parcel costs. @param bands sorted by weight; empty if shipping is free */
export function shippingPrice(bands: readonly ShippingBand[], { goodsPaise, grams }: Parcel): Paise {
  const band = bandFor(bands, grams);
  if (!band) return paise(0);
  return band.freeFromPaise !== null && goodsPaise >= band.freeFromPaise ? paise(0) : band.pricePaise;
}

/** The first band also applies to what weighs less. */
const bandFor = <Band extends ShippingBand>(bands: readonly Band[], grams: number): Band | undefined =>
  bands.findLast(({ fromGrams }, at) => at === 0 || fromGrams <= grams);

/** Formats a method as the checkout offers it now. */
export function toOption(
  { method, pricePaise, fullPricePaise, transit }: MethodRate,
  calendar: WorkingCalendar,
  now: Date,
): ShippingOption {
  const dates = transit && deliveryDates(transit, calendar, now);
  return {
    code: method.code,
    name: method.name,
    price: toRupees(pricePaise),
    fullPrice: toRupees(fullPricePaise),
    earliest: dates?.earliest ?? null,
    latest: dates?.latest ?? null,
  };
}

/** Returns the shipping terms that apply everywhere in India. */
export function termsForAll({ methods, zones }: ShippingRules): {
  shippingMethods: boolean;
  freeShipping: boolean;
  dispatchBefore: string | null;
} {
  const isFree = (rates: readonly ShippingRate[]) =>
    rates.length > 0 && rates.every(({ pricePaise }) => pricePaise === 0);
  return {
    shippingMethods: methods.length > 0,
    freeShipping: methods.length === 0 || zones.every(({ rates }) => Object.values(rates).some(isFree)),
    dispatchBefore: methods[0]?.cutOff ?? null,
  };
}

/** Returns the days on which the shop and its couriers work. */
export function calendarOf(
  { holidays }: Pick<ShippingRules, "holidays">,
  { WORKING_DAYS }: Pick<ShopSettings, "WORKING_DAYS">,
): WorkingCalendar {
  return { weekdays: [...WORKING_DAYS], holidays: [...holidays] };
}
