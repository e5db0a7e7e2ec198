import { formatDay, isoDayInIndia } from "../../contract/dates.ts";
import { listOverdue, type MatchedParcel, recordRemittance } from "../cash-on-delivery/remittance.ts";
import { readRemittance } from "../cash-on-delivery/remittance-file.ts";
import { CsvFileProblem, readCsvFile } from "../catalogue/csv-file.ts";
import { OperatorError } from "../errors.ts";
import { formatRupees, sumPaise } from "../money.ts";
import { lockOrderByNumber } from "../orders/find-order.ts";
import { inspectRefused } from "../orders/inspect-refused.ts";
import { startOfDay } from "../orders/staff-day.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { requireReadableFile } from "./import-report.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Cash on delivery: what couriers have remitted, and parcels that were refused; see docs/cash-on-delivery.md. */
const command: Command = {
  name: "cash",
  summary: "compares couriers’ remittances with orders, and records inspected parcels",
  actions: [
    defineAction({
      verb: "remittance",
      arguments: ["FILE"],
      options: {
        reference: { value: "TEXT", required: true, summary: "the courier’s reference or the bank’s UTR" },
        on: { value: "DAY", summary: "when it arrived, such as 2026-11-25; by default today" },
      },
      summary: "records a courier’s CSV of AWBs and amounts, and prints what differs from the orders",
      writes: true,
      async run({ db, path, print, note }, { arguments: [name], options: { reference = "", on } }) {
        const file = path(name);
        await requireReadableFile(file);
        const now = new Date();
        const receivedOn = isoDayInIndia(on === undefined ? now : startOfDay("on", on));
        const read = readRemittance(await rowsOf(file));
        if ("problems" in read) {
          for (const problem of read.problems) print(problem);
          note(`Nothing was stored: ${file} has ${counted(read.problems.length, "problem")}.`);
          return 1;
        }
        const matched = await db.transaction((trx) =>
          recordRemittance(trx, read.parcels, { reference: reference.trim(), receivedOn, now }),
        );
        for (const parcel of matched) if (parcel.result !== "full") print(parcelLine(parcel));
        const full = matched.filter(({ result }) => result === "full").length;
        print(
          `${counted(matched.length, "parcel")}, ${formatRupees(sumPaise(matched.map(({ amountPaise }) => amountPaise)))} in all; ${full} paid in full.`,
        );
        return matched.some(({ result }) => result === "short" || result === "over" || result === "unknown") ? 1 : 0;
      },
    }),
    defineAction({
      verb: "overdue",
      options: { days: { value: "NUMBER", default: "10", summary: "days since the delivery; by default 10" } },
      summary: "lists delivered orders whose cash has not been remitted in full",
      async run({ db, print }, { options: { days } }) {
        if (!/^\d{1,3}$/.test(days)) throw new OperatorError("Please give --days as a whole number such as 10.");
        const overdue = await listOverdue(db, new Date(Date.now() - Number(days) * DAY_MS));
        for (const { number, deliveredAt, duePaise, remittedPaise } of overdue)
          print(
            `${number}  delivered ${formatDay(deliveredAt)}  ${formatRupees(duePaise)} due, ${formatRupees(remittedPaise)} remitted`,
          );
        print(overdue.length === 0 ? "Nothing is overdue." : `${counted(overdue.length, "order")} overdue.`);
      },
    }),
    ...(["restock", "write-off"] as const).map((verb) =>
      defineAction({
        verb,
        arguments: ["ORDER"],
        summary:
          verb === "restock"
            ? "returns the units of an inspected, refused parcel to the stock"
            : "writes off the units of an inspected, refused parcel",
        writes: true,
        async run({ db, print }, { arguments: [number] }) {
          const order = await db.transaction(async (trx) =>
            inspectRefused(trx, await lockOrderByNumber(trx, number), { restock: verb === "restock", now: new Date() }),
          );
          print(`The parcel of order ${order.number} is inspected.`);
        },
      }),
    ),
  ],
};
export default command;

async function rowsOf(file: string): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readCsvFile(file)) rows.push(cells);
  } catch (error) {
    if (error instanceof CsvFileProblem)
      throw new OperatorError(`${error.row === null ? "" : `Row ${error.row}: `}${error.message}.`);
    throw error;
  }
  return rows;
}

function parcelLine({ awb, amountPaise, result, orderNumber, duePaise, remittedPaise }: MatchedParcel): string {
  if (orderNumber === null)
    return `${awb}  unknown: ${formatRupees(amountPaise)}, but no order for cash on delivery has this AWB`;
  if (result === "repeated") return `${awb}  repeated: this reference has it already (order ${orderNumber})`;
  return `${awb}  ${result}: ${formatRupees(remittedPaise)} of ${formatRupees(duePaise)} for order ${orderNumber}`;
}
