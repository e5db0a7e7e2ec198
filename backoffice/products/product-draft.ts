/** Forms of sections contain texts, so that all drafts work alike; each kind of field defines how its value is written as text. */

import { writtenNumber } from "../../contract/written-amounts.ts";
import type { RequestError } from "../api/client.ts";

export type FieldKind =
  | "line"
  | "text"
  | "number"
  | "flag"
  | "words"
  | "entries"
  | "faqs"
  | "pairs"
  | "claims"
  | "category";

export function toText(kind: FieldKind, value: unknown): string {
  switch (kind) {
    case "flag":
      return value ? "yes" : "";
    case "words":
      return (value as string[]).join("\n");
    case "entries":
    case "faqs":
    case "pairs":
    case "claims":
      return JSON.stringify(value);
    default:
      return String(value ?? "");
  }
}

/** Converts a field's text to the value that the request sends. An invalid number is sent as typed, so that the server names it. */
export function fromText(kind: FieldKind, text: string): unknown {
  switch (kind) {
    case "flag":
      return text === "yes";
    case "number":
      return text.trim() === "" ? null : Number(text);
    case "words":
      return text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    case "entries":
    case "faqs":
    case "pairs":
    case "claims":
      return JSON.parse(text);
    default:
      return text;
  }
}

/** Parses a typed number; null if it is empty. An invalid number is sent as typed, so that the server names it. */
export function readNumber(typed: string): number | string | null {
  if (typed.trim() === "") return null;
  const number = writtenNumber(typed);
  return Number.isNaN(number) ? typed : number;
}

/** Formats a value for a conflict. */
export function shownText(kind: FieldKind, text: string): string {
  if (kind === "flag") return text === "yes" ? "Yes" : "No";
  if (kind === "words") return text.replaceAll("\n", ", ");
  if (kind === "entries" || kind === "faqs" || kind === "pairs" || kind === "claims")
    return (JSON.parse(text) as unknown[])
      .map((entry) => (typeof entry === "string" ? entry : Object.values(entry as object).join(": ")))
      .join(" · ");
  return text;
}

/** Returns the message for a field, or for one of its entries. */
export function messageOf(error: RequestError | null, name: string): string | undefined {
  const found = error?.errors.find(({ field }) => field === name || field.startsWith(`${name}.`));
  const [, entry] = /\.(\d+)\.\w+$/.exec(found?.field ?? "") ?? [];
  return entry === undefined ? found?.message : `${Number(entry) + 1}: ${found?.message}`;
}
