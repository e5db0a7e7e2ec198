/** Formats a response of the contract as text: a line for each field of an object, and a table for each list. */

import { formatCalendarDay, formatDateTime, isDay } from "../../../contract/dates.ts";
import { RUPEES } from "../../../contract/rupees.ts";
import { formatRupees, toPaise } from "../../base/money.ts";
import { propertiesOf, type Schema } from "./admin-endpoints.ts";
import { counted } from "./counted.ts";

/** A column narrower than this is not shortened. */
const MIN_COLUMN = 8;
const GAP = "  ";
/** A text of a field is shown in lines of its own if it is longer. */
const MAX_LINE = 100;

export type Values = Readonly<Record<string, unknown>>;

/**
 * Formats a value of a response.
 * @param width the terminal's; tables are shortened to it. Infinity for a file
 */
export function responseLines(value: unknown, schema: Schema, width: number): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ["None."];
    return isTable(schema)
      ? tableLines(value, schema.items ?? {}, width)
      : value.map((each) => cell(each, schema.items));
  }
  if (isObject(value)) return objectLines(value, schema, width);
  return [cell(value, schema)];
}

function objectLines(values: Values, schema: Schema, width: number): string[] {
  const entries = Object.entries(propertiesIn(schema, values)).filter(([name]) => values[name] !== undefined);
  const [[only, list] = ["", {}], ...others] = entries;
  // A page of a list needs no heading.
  if (others.length === 0 && isTable(list)) return responseLines(values[only], list, width);
  const isBlock = ([name, own]: [string, Schema]) => {
    const value = values[name];
    return isObject(value) || (Array.isArray(value) && isTable(own)) || isLong(value);
  };
  const short = entries.filter((entry) => !isBlock(entry));
  const names = Math.max(0, ...short.map(([name]) => name.length));
  return [
    ...short.map(([name, own]) => `${name.padEnd(names)}${GAP}${cell(values[name], own)}`.trimEnd()),
    ...entries.filter(isBlock).flatMap(([name, own]) => {
      const value = values[name];
      if (Array.isArray(value)) {
        if (value.length === 0) return [`${name}: none`];
        return [`${name}:`, ...indented(tableLines(value, own.items ?? {}, width - GAP.length))];
      }
      const inner = isObject(value) ? objectLines(value, own, width - GAP.length) : String(value).split("\n");
      return [`${name}:`, ...indented(inner)];
    }),
  ];
}

/** Formats rows: a column for each field that some row has, named as in the contract. */
function tableLines(rows: readonly unknown[], schema: Schema, width: number): string[] {
  const columns = columnsOf(schema, rows.filter(isObject))
    .map(({ name, schema: own }) => ({
      name,
      isRight: own.type === "number" || own.type === "integer",
      cells: rows.map((row) => cell(at(row, name), own).replaceAll(/\s+/g, " ").trim()),
    }))
    .filter(({ cells }) => cells.some((text) => text !== ""));
  const widths = fittedTo(
    columns.map(({ name, cells }) => Math.max(name.length, ...cells.map((text) => text.length))),
    width,
  );
  const line = (texts: readonly string[]) =>
    columns
      .map(({ isRight }, index) => {
        const size = widths[index] ?? 0;
        const text = shortened(texts[index] ?? "", size);
        return isRight ? text.padStart(size) : text.padEnd(size);
      })
      .join(GAP)
      .trimEnd();
  return [
    line(columns.map(({ name }) => name)),
    ...rows.map((_, row) => line(columns.map(({ cells }) => cells[row] ?? ""))),
  ];
}

/** The columns of a table; fields of an object have their own, such as `customer.name`. */
function columnsOf(schema: Schema, rows: readonly Values[], prefix = ""): { name: string; schema: Schema }[] {
  return Object.entries(propertiesIn(schema, ...rows)).flatMap(([key, own]) => {
    const name = `${prefix}${key}`;
    const inner = rows.map((row) => row[key]).filter(isObject);
    return inner.length > 0 ? columnsOf(own, inner, `${name}.`) : [{ name, schema: own }];
  });
}

/** The properties of a schema; of a choice between several, or of free keys, those that the values have. */
function propertiesIn(schema: Schema, ...values: readonly Values[]): Readonly<Record<string, Schema>> {
  const known = propertiesOf(schema);
  if (Object.keys(known).length > 0) return known;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const free = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
  const inner = Object.assign({}, ...choices.map((choice) => propertiesIn(choice, ...values)));
  return Object.fromEntries(values.flatMap(Object.keys).map((key) => [key, inner[key] ?? free]));
}

const at = (row: unknown, name: string): unknown =>
  name.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), row);

/** Formats one value: amounts in rupees, timestamps and days as India reads them. */
function cell(value: unknown, schema: Schema = {}): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return isRupees(schema) ? formatRupees(toPaise(value)) : String(value);
  if (typeof value === "string") return dateIn(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.some(isObject)
    ? counted(value.length, "entry", "entries")
    : value.map((each) => cell(each, schema.items)).join(", ");
}

const isRupees = (schema: Schema): boolean =>
  schema.format === RUPEES || (schema.anyOf ?? schema.allOf ?? []).some(isRupees);

/** A timestamp as the contract sends it. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function dateIn(text: string): string {
  if (TIMESTAMP.test(text)) return formatDateTime(text);
  return isDay(text) ? formatCalendarDay(text) : text;
}

/** Takes from the widest columns what does not fit. */
function fittedTo(widths: readonly number[], width: number): number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  while (total() > width) {
    const widest = Math.max(...fitted);
    if (widest <= MIN_COLUMN) return fitted;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

const shortened = (text: string, size: number) => (text.length > size ? `${text.slice(0, size - 1)}…` : text);
const indented = (lines: readonly string[]) => lines.map((line) => `${GAP}${line}`);
const isLong = (value: unknown) => typeof value === "string" && (value.includes("\n") || value.length > MAX_LINE);
const isTable = ({ items = {} }: Schema) =>
  items.type === "object" || (items.anyOf ?? items.oneOf ?? []).some(({ type }) => type === "object");
export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
