import { isDay } from "../../../contract/dates.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { correctStock, countStock } from "../../selling/stock/count-stock.ts";
import type { LotLife } from "../../selling/stock/lot-life.ts";
import { receiveLot } from "../../selling/stock/manage-lots.ts";
import { findSize, listStock, readLots, readMovements } from "../../selling/stock/read-stock.ts";
import { receiveStock } from "../../selling/stock/stock.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { lotLine, movementLine, stockLine } from "./stock-lines.ts";
import { LOT_ACTIONS } from "./stock-recall.ts";
import { readRule } from "./stock-rule.ts";

/** Maximum number of sizes and movements listed. */
const MAX_LISTED = 50;
const MAX_MOVEMENTS = 20;

const LOT = { value: "NUMBER", summary: "the number of a lot, as on the pack" } as const;
const REASON = { value: "TEXT", required: true, summary: "why, for the ledger" } as const;

/** Manages stock, its lots and recalls; see docs/stock.md. */
const command: Command = {
  name: "stock",
  summary: "shows stock, receives, corrects and counts it, and recalls lots",
  actions: [
    defineAction({
      verb: "list",
      options: {
        low: { summary: "only sizes of which few units are available" },
        after: { value: "SKU", summary: "lists sizes after this one" },
      },
      summary: `lists ${MAX_LISTED} sizes by SKU`,
      async run({ db, print }, { options: { low, after } }) {
        const sizes = await listStock(db, { onlyLow: low, after, max: MAX_LISTED });
        for (const size of sizes) print(stockLine(size));
        if (sizes.length === 0) print(low ? "No size is low." : "There is no size.");
        if (sizes.length === MAX_LISTED) print(`… for more add --after ${sizes.at(-1)?.sku}`);
      },
    }),
    defineAction({
      verb: "show",
      arguments: ["SKU"],
      summary: "prints one size with its lots and latest movements",
      async run({ db, print }, { arguments: [sku] }) {
        const size = await findSize(db, sku);
        print(stockLine(size));
        for (const lot of await readLots(db, size.variantId)) print(`  ${lotLine(lot)}`);
        for (const movement of await readMovements(db, size.variantId, MAX_MOVEMENTS)) print(movementLine(movement));
      },
    }),
    defineAction({
      verb: "receive",
      arguments: ["SKU", "UNITS"],
      options: {
        lot: LOT,
        manufactured: { value: "DAY", summary: "when the lot was made, such as 2026-10-01" },
        "use-before": { value: "MONTH", summary: "the lot is good until this month begins, such as 2028-03" },
        expiry: { value: "MONTH", summary: "the lot is good until this month ends" },
        reason: { value: "TEXT", default: "", summary: "such as the delivery note’s number" },
      },
      summary: "adds delivered units",
      writes: true,
      async run(context, { arguments: [sku, units], options }) {
        const { db, print } = context;
        const { variantId } = await findSize(db, sku);
        const quantity = unitsOf(units);
        const life = lifeOf(options);
        const { lot: number, manufactured: manufacturedOn = null, reason } = options;
        if (number === undefined && (life !== null || manufacturedOn !== null))
          throw new OperatorError("Please give --lot, too: dates belong to a lot.");
        if (manufacturedOn !== null && !isDay(manufacturedOn))
          throw new OperatorError("Please give --manufactured as a date such as 2026-10-01.");
        const rule = await readRule(context);
        const lot = await db.transaction(async (trx) => {
          if (number === undefined) await receiveStock(trx, [{ variantId, quantity }], { reason });
          else
            return receiveLot(
              trx,
              { variantId, number: lotNumber(number), manufacturedOn, life, quantity, reason },
              { ...rule, now: new Date() },
            );
        });
        print(stockLine(await findSize(db, sku)));
        if (lot) print(`  ${lotLine(lot)}`);
      },
    }),
    defineAction({
      verb: "adjust",
      arguments: ["SKU"],
      options: {
        add: { value: "UNITS", summary: "units to add" },
        remove: { value: "UNITS", summary: "units to take away, such as broken ones" },
        reason: REASON,
        lot: LOT,
      },
      summary: "adds units to a size, or takes them away, with a reason",
      writes: true,
      async run(context, { arguments: [sku], options: { add, remove, reason = "", lot } }) {
        const { db, print } = context;
        if ((add === undefined) === (remove === undefined)) throw new OperatorError("Please give --add or --remove.");
        const difference = add === undefined ? -unitsOf(remove ?? "") : unitsOf(add);
        const { variantId } = await findSize(db, sku);
        const rule = await readRule(context);
        await db.transaction((trx) =>
          correctStock(trx, { variantId, lot, difference, reason: reasonOf(reason) }, rule),
        );
        print(stockLine(await findSize(db, sku)));
      },
    }),
    defineAction({
      verb: "count",
      arguments: ["SKU", "UNITS"],
      options: {
        expected: { value: "UNITS", summary: "the units that `show` named when you counted; needed for a difference" },
        lot: LOT,
        reason: { value: "TEXT", default: "Stock-take", summary: "for the ledger" },
      },
      summary: "sets the counted units, without those of paid orders; the difference goes to the ledger",
      writes: true,
      async run(context, { arguments: [sku, units], options: { lot, reason, expected: seen } }) {
        const { db, print } = context;
        const { variantId } = await findSize(db, sku);
        const rule = await readRule(context);
        const expected = seen === undefined ? undefined : unitsOf(seen, 0);
        const count = { variantId, lot, counted: unitsOf(units, 0), expected, reason: reasonOf(reason) };
        const difference = await db.transaction((trx) => countStock(trx, count, rule)).catch(addExpected);
        print(stockLine(await findSize(db, sku)));
        print(
          difference === 0
            ? "As expected."
            : `${counted(Math.abs(difference), "unit")} ${difference > 0 ? "more" : "fewer"} than expected.`,
        );
      },
    }),
    ...LOT_ACTIONS,
  ],
};
export default command;

/** Says how a count with a difference is repeated. */
function addExpected(error: unknown): never {
  if (!(error instanceof ApiError) || error.errors?.[0]?.field !== "expected") throw error;
  throw new OperatorError(
    `${error.message} Nothing was stored. If nothing was sold since you counted, add --expected with the number that should be there; otherwise count again.`,
  );
}

/** @throws OperatorError */
function unitsOf(text: string, min = 1): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < min)
    throw new OperatorError(`Please give units as a whole number from ${min}.`);
  return Number(text);
}

/** @throws OperatorError */
function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason === "" || reason.length > 300) throw new OperatorError("Please give --reason in 1 to 300 characters.");
  return reason;
}

/** @throws OperatorError */
function lotNumber(text: string): string {
  const number = text.trim();
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,38}[\x21-\x7e])?$/.test(number))
    throw new OperatorError("Please give --lot as on the pack, in up to 40 letters, digits and signs.");
  return number;
}

/** @throws OperatorError */
function lifeOf(options: { "use-before"?: string | undefined; expiry?: string | undefined }): LotLife | null {
  const { "use-before": useBefore, expiry } = options;
  if (useBefore !== undefined && expiry !== undefined)
    throw new OperatorError("Please give --use-before or --expiry, as on the pack.");
  const month = useBefore ?? expiry;
  if (month === undefined) return null;
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(month))
    throw new OperatorError("Please give the month as on the pack, such as 2028-03.");
  return { kind: useBefore === undefined ? "expiry" : "use_before", month: `${month}-01` };
}
