/** Reads orders of another shop: one row for each item, the order's own cells in its first row. */

import { setImmediate } from "node:timers/promises";
import { email as emailSchema } from "../../../contract/accounts/schemas.ts";
import type { OldOrderLine } from "../../../contract/orders/old-orders.ts";
import { cleanLine } from "../../../contract/text.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { MAX_PAISE, type Paise, toPaise } from "../../base/money.ts";
import type { MovedOrder } from "../../people/old-orders/old-orders.ts";
import { readCsvFile } from "../../shop/catalogue/import/csv-file.ts";
import { decimal } from "./cells.ts";
import { type Note, noteOf } from "./moved-product.ts";
import { type MoveFile, tableOf } from "./read-files.ts";
import { type FileRow, fileRow } from "./read-rows.ts";
import { type Field, isMovedHeader, type Table } from "./tables.ts";

/** An order with all its rows, or why it is not taken. */
export interface ReadOrder {
  order: MovedOrder | null;
  notes: readonly Note[];
  /** Rows below the headings, its last one included. */
  rows: number;
  at: Note;
}

/** Others are answered after so many rows. */
const TURN = 200;
const MAX_LINES = 200;
const text = (cell: string, max: number) =>
  cleanLine(cell.slice(0, 2 * max))
    .trim()
    .slice(0, max);

/** Reads the orders of a file. Rows of one order stand together; one whose number has been there before is not taken. */
export async function* readOrders({ name, path }: MoveFile): AsyncGenerator<ReadOrder> {
  let table: Table | undefined;
  let rows = 0;
  let group: FileRow[] = [];
  const seen = new Set<string>();
  for await (const { row, cells } of readCsvFile(path, isMovedHeader())) {
    if (!table) {
      table = tableOf(name, cells, {});
      continue;
    }
    const read = fileRow(name, table, { row, cells });
    if (rows % TURN === 0) await setImmediate();
    const [first] = group;
    if (first && read.cell("orderNumber") !== first.cell("orderNumber")) {
      yield { ...orderOf(group, table, seen), rows };
      group = [];
    }
    rows += 1;
    group.push(read);
  }
  if (table && group.length > 0) yield { ...orderOf(group, table, seen), rows };
}

function orderOf(group: readonly FileRow[], { columns }: Table, seen: Set<string>): Omit<ReadOrder, "rows"> {
  const [first] = group as [FileRow];
  const number = text(first.cell("orderNumber"), 60);
  const noted = (field: Field | null, message: string, loss: Note["loss"] = "product") =>
    noteOf(first, { product: number, column: (field && columns[field]?.heading) ?? "", message, loss });
  const at = noted("email", "");
  const refuse = (field: Field | null, message: string) => ({ order: null, notes: [noted(field, message)], at });
  const broken = group.find(({ problem }) => problem !== "");
  if (broken) return refuse(null, broken.problem);
  if (number === "") return refuse("orderNumber", "has no number");
  if (seen.has(number))
    return refuse("orderNumber", "stands in the file before: its rows were sorted, or belong to another order");
  seen.add(number);
  const email = emailSchema.safeParse(first.cell("email"));
  if (!email.success)
    return refuse(
      "email",
      first.cell("email") === "" ? "has no email, by which customers find it" : "this is no email",
    );
  const placedAt = timestampOf(first.cell("placedAt"));
  if (!placedAt) return refuse("placedAt", "this is no time such as 2026-09-03 10:14:00 +0530");
  const currency = first.cell("currency");
  if (currency !== "" && currency.toUpperCase() !== "INR") return refuse("currency", "only orders in INR are taken");
  const totalPaise = amountOf(first.cell("total"));
  if (totalPaise === null) return refuse("total", "this is no amount such as 1499.00");
  const lines = group.slice(0, MAX_LINES).flatMap(lineOf);
  const words = [first.cell("paymentStatus"), first.cell("fulfilmentStatus"), first.cell("cancelledAt") && "cancelled"];
  return {
    order: {
      ...{ source: "shopify" as const, number, email: canonicalEmail(email.data), placedAt, totalPaise, lines },
      name: text(first.cell("shippingName") || first.cell("billingName"), 100),
      status: text([...new Set(words.filter(Boolean))].join(", ").replaceAll("_", " "), 100),
      refundedPaise: amountOf(first.cell("refunded") || "0") ?? (0 as Paise),
      city: text(first.cell("shippingCity"), 60),
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    },
    notes:
      group.length > MAX_LINES
        ? [noted(null, `has ${group.length} items, of which ${MAX_LINES} are taken`, "said")]
        : [],
    at,
  };
}

function lineOf(row: FileRow): OldOrderLine[] {
  const title = text(row.cell("itemName"), 200);
  const quantity = Number(row.cell("itemQuantity"));
  if (title === "" || !Number.isInteger(quantity) || quantity < 1 || quantity > 1_000_000) return [];
  return [{ title, sku: text(row.cell("itemSku"), 100), quantity, pricePaise: amountOf(row.cell("itemPrice")) ?? 0 }];
}

/** @returns null for what is no amount, or more than the shop can store */
function amountOf(cell: string): Paise | null {
  const rupees = decimal(cell);
  const amount = toPaise(rupees);
  return Number.isNaN(rupees) || amount > MAX_PAISE ? null : amount;
}

/** Reads 2026-09-03 10:14:00 +0530; without an offset the time is India's. */
function timestampOf(cell: string): Date | null {
  const [, day, time = "00:00:00", sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?(?:\.\d+)?\s*(?:Z|UTC|([+-])(\d{2}):?(\d{2}))?$/.exec(cell) ??
    [];
  if (!day) return null;
  const isUtc = /Z$|UTC$/.test(cell);
  const at = new Date(`${day}T${time}${isUtc ? "Z" : sign ? `${sign}${hours}:${minutes}` : "+05:30"}`);
  return Number.isNaN(at.getTime()) ? null : at;
}
