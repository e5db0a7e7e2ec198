/** The shipping rules as they are typed: numbers are texts until they are saved. */

import type { AdminShipping } from "../../contract/admin/shipping.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";

export interface DraftRate {
  fromGrams: string;
  price: string;
  freeFrom: string;
  minDays: string;
  maxDays: string;
}
export interface DraftZone {
  code: string;
  name: string;
  /** Pincodes separated by spaces. */
  pincodes: string;
  states: string[];
  rates: Record<string, DraftRate[]>;
}
export type Method = AdminShipping["methods"][number];
type Zone = AdminShipping["zones"][number];
type Rate = Zone["rates"][string][number];

export const NEW_RATE: DraftRate = { fromGrams: "0", price: "", freeFrom: "", minDays: "", maxDays: "" };

export const toDraftZones = (zones: readonly Zone[]): DraftZone[] =>
  zones.map(({ rates, pincodes, ...zone }) => ({
    ...zone,
    pincodes: pincodes.join(" "),
    rates: Object.fromEntries(Object.entries(rates).map(([method, steps]) => [method, steps.map(toDraftRate)])),
  }));

const toDraftRate = ({ fromGrams, price, freeFrom, days }: Rate): DraftRate => ({
  fromGrams: String(fromGrams),
  price: String(price),
  freeFrom: freeFrom === undefined ? "" : String(freeFrom),
  minDays: days ? String(days[0]) : "",
  maxDays: days ? String(days[1]) : "",
});

/** Converts typed zones. @param methods without removed ones, whose rates are omitted */
export const fromDraftZones = (zones: readonly DraftZone[], methods: readonly Method[]): Zone[] =>
  zones.map(({ rates, pincodes, ...zone }) => ({
    ...zone,
    pincodes: pincodes.split(/[\s,;]+/).filter(Boolean),
    rates: Object.fromEntries(
      methods.flatMap(({ code }) => {
        const steps = rates[code] ?? [];
        return steps.length > 0 ? [[code, steps.map(fromDraftRate)]] : [];
      }),
    ),
  }));

const fromDraftRate = ({ fromGrams, price, freeFrom, minDays, maxDays }: DraftRate): Rate => ({
  fromGrams: fromGrams.trim() === "" ? 0 : writtenNumber(fromGrams),
  price: writtenNumber(price),
  ...(freeFrom.trim() !== "" && { freeFrom: writtenNumber(freeFrom) }),
  ...((minDays.trim() !== "" || maxDays.trim() !== "") && { days: [writtenNumber(minDays), writtenNumber(maxDays)] }),
});

/** Derives from a name a code that the others do not use. */
export function freeCode(name: string, others: readonly string[]): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 30)
      .replace(/^-+|-+$/g, "") || "new";
  let code = plain;
  for (let number = 2; others.includes(code); number++) code = `${plain}-${number}`;
  return code;
}
