import { MAX_CASH_REASON } from "../../../contract/admin/cash.ts";
import { DAY_MS, formatDay, isoDayInIndia } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { formatRupees, sumPaise } from "../../base/money.ts";
import { listOverdue, listTransfers, type MatchedParcel } from "../../buying/cash-on-delivery/remittance.ts";
import { readRemittance } from "../../buying/cash-on-delivery/remittance-file.ts";
import { recordRemittanceBy } from "../../buying/cash-on-delivery/staff-remittances.ts";
import { undoWriteOffCash, writeOffCash } from "../../buying/cash-on-delivery/write-off-cash.ts";
import { addCashListEntry, readCashList, readSubject, removeCashListEntry } from "../../buying/checkout/cash-list.ts";
import { lockOrderByNumber } from "../../orders/orders/find-order.ts";
import { inspectRefused } from "../../orders/orders/inspect-refused.ts";
import { startOfDay } from "../../orders/orders/staff/staff-day.ts";
import { COMMAND_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import { CsvFileProblem, type CsvRow, readCsvFile } from "../../shop/catalogue/import/csv-file.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { requireReadableFile } from "./import-report.ts";

const MAX_TRANSFERS = 50;
const MAX_OVERDUE = 10_000;
const UTR = /^[A-Za-z0-9]{6,35}$/;

/** Couriers' remittances and refused parcels of orders for cash on delivery; see docs/cash-on-delivery.md. */
const command: Command = {
  name: "cash",
  summary: "compares couriers’ remittances with orders, and records inspected parcels",
  actions: [
    defineAction({
      verb: "remittance",
      arguments: ["FILE"],
      options: {
        reference: { value: "TEXT", required: true, summary: "the courier’s reference" },
        utr: { value: "UTR", summary: "the bank’s number of the transfer" },
        on: { value: "DAY", summary: "when it arrived, such as 2026-11-25; by default today" },
      },
      summary: "records a courier’s CSV of AWBs and amounts, and prints what differs from the orders",
      writes: true,
      async run({ db, path, print, note }, { arguments: [name], options: { reference = "", utr, on } }) {
        if (utr !== undefined && !UTR.test(utr)) throw new OperatorError("A UTR has 6 to 35 letters and digits.");
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
          recordRemittanceBy(
            trx,
            read.parcels,
            { reference: reference.trim(), utr: utr?.toUpperCase() ?? null, receivedOn },
            { actor: COMMAND_ACTOR, now },
          ),
        );
        for (const parcel of matched)
          if (parcel.result !== "full" || parcel.correctedPaise !== null) print(parcelLine(parcel));
        const full = matched.filter(({ result }) => result === "full").length;
        print(
          `${counted(matched.length, "parcel")}, ${formatRupees(sumPaise(matched.map(({ amountPaise }) => amountPaise)))} in all; ${full} paid in full.`,
        );
        return matched.every(({ result }) => result === "full" || result === "repeated") ? 0 : 1;
      },
    }),
    defineAction({
      verb: "overdue",
      options: { days: { value: "NUMBER", default: "10", summary: "days since the delivery; by default 10" } },
      summary: "lists delivered orders whose cash has not been remitted in full",
      async run({ db, print }, { options: { days } }) {
        if (!/^\d{1,3}$/.test(days)) throw new OperatorError("Please give --days as a whole number such as 10.");
        const overdue = await listOverdue(db, new Date(Date.now() - Number(days) * DAY_MS), { max: MAX_OVERDUE });
        for (const { number, deliveredAt, duePaise, remittedPaise } of overdue)
          print(
            `${number}  delivered ${formatDay(deliveredAt)}  ${formatRupees(duePaise)} due, ${formatRupees(remittedPaise)} remitted`,
          );
        print(overdue.length === 0 ? "Nothing is overdue." : `${counted(overdue.length, "order")} overdue.`);
      },
    }),
    defineAction({
      verb: "transfers",
      summary: `lists the newest ${MAX_TRANSFERS} remittances with their UTRs`,
      async run({ db, print }) {
        const transfers = await listTransfers(db, { max: MAX_TRANSFERS });
        for (const { reference, utr, receivedOn, parcels, amountPaise } of transfers)
          print(
            `${receivedOn}  ${reference.padEnd(20)}  UTR ${(utr ?? "unknown").padEnd(16)}  ${counted(parcels, "parcel")}, ${formatRupees(amountPaise)}`,
          );
        if (transfers.length === 0) print("No remittance is recorded yet.");
      },
    }),
    ...(["block", "allow"] as const).map((verb) =>
      defineAction({
        verb,
        arguments: ["WHO"],
        options: { reason: { value: "TEXT", default: "", summary: "why, for staff" } },
        summary:
          verb === "block"
            ? "never offers it to an email, a mobile number or a pincode"
            : "offers it to an email, a mobile number or a pincode, also after refused parcels",
        writes: true,
        async run({ db, print }, { arguments: [who], options: { reason } }) {
          const subject = readSubject(who);
          const entry = { ...subject, isBlocked: verb === "block", reason: reason.slice(0, MAX_CASH_REASON) };
          await db.transaction((trx) => addCashListEntry(trx, entry, { actor: COMMAND_ACTOR, now: new Date() }));
          print(`${subject.value} (${subject.kind}) is ${verb === "block" ? "blocked" : "allowed"}.`);
        },
      }),
    ),
    defineAction({
      verb: "unlist",
      arguments: ["WHO"],
      summary: "removes an email, a mobile number or a pincode from both lists",
      writes: true,
      async run({ db, print }, { arguments: [who] }) {
        const subject = readSubject(who, { mayBeOld: true });
        const removed = await db.transaction((trx) =>
          removeCashListEntry(trx, subject, { actor: COMMAND_ACTOR, now: new Date() }),
        );
        print(removed ? `${subject.value} is on no list now.` : `${subject.value} was on no list.`);
      },
    }),
    defineAction({
      verb: "lists",
      summary: "prints who is blocked or allowed",
      async run({ db, print }) {
        const entries = await readCashList(db);
        for (const { kind, value, isBlocked, reason } of entries)
          print(`${isBlocked ? "blocked" : "allowed"}  ${kind.padEnd(7)}  ${value}${reason && `  ${reason}`}`);
        if (entries.length === 0) print("Nobody is blocked or allowed.");
      },
    }),
    ...(["write-off-cash", "undo-write-off-cash"] as const).map((verb) =>
      defineAction({
        verb,
        arguments: ["ORDER"],
        options: { reason: { value: "TEXT", required: true, summary: "why, for staff" } },
        summary:
          verb === "write-off-cash"
            ? "gives up what a courier has not remitted for an order"
            : "claims cash again that was written off",
        writes: true,
        async run({ db, print }, { arguments: [number], options: { reason = "" } }) {
          const now = new Date();
          await db.transaction(async (trx) => {
            const order = await lockOrderByNumber(trx, number);
            const subject = { type: "order" as const, id: order.number };
            const after = { reason: reason.slice(0, MAX_CASH_REASON) };
            if (verb === "write-off-cash") {
              const amountPaise = await writeOffCash(trx, order, { now });
              print(`${formatRupees(amountPaise)} of order ${order.number} are written off.`);
            } else {
              await undoWriteOffCash(trx, order);
              print(`The cash of order ${order.number} is due again.`);
            }
            const action = verb === "write-off-cash" ? "order.cash_written_off" : "order.cash_write_off_undone";
            await recordAudit(trx, COMMAND_ACTOR, { action, subject, after }, now);
          });
        },
      }),
    ),
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

async function rowsOf(file: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsvFile(file)) rows.push(row);
  } catch (error) {
    if (error instanceof CsvFileProblem)
      throw new OperatorError(`${error.row === null ? "" : `Row ${error.row}: `}${error.message}.`);
    throw error;
  }
  return rows;
}

/** Results of parcels for which nothing is due. */
const NOT_DUE: Partial<Record<MatchedParcel["result"], string>> = {
  not_delivered: "is not delivered",
  came_back: "came back",
  lost: "was lost",
  prepaid: "was paid online",
  replacement: "replaces goods of a return",
};

function parcelLine({
  awb,
  amountPaise,
  result,
  orderNumber,
  duePaise,
  remittedPaise,
  correctedPaise,
}: MatchedParcel): string {
  if (orderNumber === null) return `${awb}  unknown: ${formatRupees(amountPaise)}, but no order has this AWB`;
  if (result === "repeated") return `${awb}  repeated: this reference has it already (order ${orderNumber})`;
  const corrected = correctedPaise === null ? "" : `, corrected from ${formatRupees(correctedPaise)}`;
  const why = NOT_DUE[result];
  if (why) return `${awb}  ${why}, but ${formatRupees(amountPaise)} are paid for order ${orderNumber}${corrected}`;
  return `${awb}  ${result}: ${formatRupees(remittedPaise)} of ${formatRupees(duePaise)} for order ${orderNumber}${corrected}`;
}
