/** Reads and writes the owner's file of shipping methods, zones, rates and holidays. Pure; docs/shipping.md describes it. */

import { z } from "zod";
import { toPaise, toRupees } from "../../base/money.ts";
import { notJson } from "../../base/not-json.ts";
import { stateOf } from "../pricing/place-of-supply.ts";
import type { ShippingRate } from "./shipping-rules.ts";
import type { StoredShipping } from "./shipping-tables.ts";

const code = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lowercase letters, digits and hyphens");
const name = z.string().trim().min(1).max(60);
const rupees = z.number().min(0).max(100_000).transform(toPaise);
const workingDays = z.number().int().min(0).max(60);

const rate = z
  .strictObject({
    fromGrams: z.number().int().min(0).max(1_000_000).default(0),
    price: rupees,
    freeFrom: rupees.optional(),
    days: z
      .tuple([workingDays, workingDays])
      .refine(([min, max]) => min <= max, "must not end before it begins")
      .optional(),
  })
  .transform(
    ({ fromGrams, price, freeFrom, days }): ShippingRate => ({
      fromGrams,
      pricePaise: price,
      freeFromPaise: freeFrom ?? null,
      days: days ? { min: days[0], max: days[1] } : null,
    }),
  );

const state = z.string().transform((typed, context) => {
  const known = stateOf(typed);
  if (!known) context.addIssue({ code: "custom", message: `"${typed}" is no state of India` });
  return known?.name ?? typed;
});

const file = z
  .strictObject({
    methods: z.array(
      z.strictObject({
        code,
        name,
        cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 14:00"),
      }),
    ),
    zones: z.array(
      z.strictObject({
        code,
        name,
        pincodes: z.array(z.string().regex(/^[1-9]\d{0,5}$/, "must be a pincode or its first digits")).default([]),
        states: z.array(state).default([]),
        rates: z.record(code, z.array(rate).min(1)),
      }),
    ),
    holidays: z.array(z.strictObject({ day: z.iso.date("must be a date such as 2027-01-26"), name })).default([]),
  })
  .check(({ value: { methods, zones, holidays }, issues }) => {
    const add = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", input: path, path, message });
    for (const [list, key, values] of [
      ["methods", "code", methods.map((one) => one.code)],
      ["zones", "code", zones.map((one) => one.code)],
      ["holidays", "day", holidays.map((one) => one.day)],
    ] as const)
      for (const at of repeated(values)) add([list, at, key], `${values[at]} is there already`);
    const places = zones.flatMap((zone, at) => [...zone.pincodes, ...zone.states].map((place) => ({ place, at })));
    for (const at of repeated(places.map(({ place }) => place)))
      add(["zones", places[at]?.at ?? 0], `${places[at]?.place} is in two zones`);
    const others = zones.flatMap(({ pincodes, states }, at) => (pincodes.length + states.length === 0 ? [at] : []));
    for (const at of others.slice(1)) add(["zones", at], "is the second zone without pincodes and states");
    for (const [at, zone] of zones.entries())
      for (const [method, rates] of Object.entries(zone.rates)) {
        const path = ["zones", at, "rates", method];
        if (!methods.some((one) => one.code === method)) add(path, `there is no method ${method}`);
        const weights = rates.map(({ fromGrams }) => fromGrams);
        if (weights[0] !== 0 || weights.some((grams, step) => step > 0 && grams <= (weights[step - 1] ?? 0)))
          add(path, "must begin at 0 grams and rise");
      }
  });

/** Finds the indexes at which a value is repeated. */
const repeated = (values: readonly string[]) => values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

/** @returns the shipping rules, or every problem with its place: "zones 2, rates, express: there is no method express" */
export function readShippingFile(text: string): { shipping: StoredShipping } | { problems: string[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problems: [`The file ${notJson(error)}.`] };
  }
  const read = readShippingRules(parsed);
  if ("shipping" in read) return read;
  return { problems: read.problems.map(({ path, message }) => [placeOf(path), message].filter(Boolean).join(": ")) };
}

interface RuleProblem {
  path: readonly PropertyKey[];
  message: string;
}

/** @returns the shipping rules of a parsed file, or every problem with its path */
export function readShippingRules(parsed: unknown): { shipping: StoredShipping } | { problems: RuleProblem[] } {
  const result = file.safeParse(parsed);
  if (!result.success) return { problems: result.error.issues.map(({ path, message }) => ({ path, message })) };
  const { methods, zones, holidays } = result.data;
  return {
    shipping: {
      methods,
      zones,
      holidays: holidays.map(({ day }) => day),
      holidayNames: Object.fromEntries(holidays.map((holiday) => [holiday.day, holiday.name])),
    },
  };
}

/** Formats `["zones", 1, "rates"]` as "zones 2, rates". */
const placeOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (place, part) =>
      typeof part === "number" ? `${place} ${part + 1}` : [place, String(part)].filter(Boolean).join(", "),
    "",
  );

/** Converts the stored rules to the content of the file. */
export function writeShippingRules({ methods, zones, holidays, holidayNames }: StoredShipping) {
  return {
    methods: [...methods],
    zones: zones.map(({ rates, pincodes, states, ...zone }) => ({
      ...zone,
      pincodes: [...pincodes],
      states: [...states],
      rates: Object.fromEntries(Object.entries(rates).map(([method, steps]) => [method, steps.map(writeRate)])),
    })),
    holidays: holidays.map((day) => ({ day, name: holidayNames[day] ?? "" })),
  };
}
export type ShippingFile = ReturnType<typeof writeShippingRules>;

const writeRate = ({ fromGrams, pricePaise, freeFromPaise, days }: ShippingRate) => ({
  fromGrams,
  price: toRupees(pricePaise),
  ...(freeFromPaise !== null && { freeFrom: toRupees(freeFromPaise) }),
  ...(days && { days: [days.min, days.max] as [number, number] }),
});
