/** Why Delhivery does not do what it is asked, from the status and the words of its responses. */

import type { RefusalReason } from "../../../../contract/couriers.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { CourierError } from "../provider.ts";
import * as wire from "./wire.ts";

const WORDS: readonly [RegExp, RefusalReason][] = [
  [/duplicate|already (exists|used|been used)/i, "duplicate"],
  [/balance|wallet|recharge/i, "balance"],
  [/clientwarehouse|warehouse|pickup[_ ]?location/i, "unknown_place"],
  [/\bcod\b.*not|not.*\bcod\b|cash/i, "cod_not_served"],
  [/not serviceable|non.?serviceable|unserviceable|\bnsz\b|embargo|pin ?code/i, "not_served"],
  [/phone|mobile/i, "bad_phone"],
  [/address|\badd\b|\bname\b/i, "bad_address"],
];

export const reasonOf = (words: string): RefusalReason =>
  WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "rejected";

/** Joins sentences: a text, or a list that may have lists. */
export function sentencesOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(sentencesOf).filter(Boolean).join(" ");
  return "";
}

/** Returns the words of a response without what was asked for. */
export function wordsOf(body: Buffer): string {
  const json = readForeignJson(body);
  const read = wire.problem.safeParse(json).data;
  if (!read) return typeof json === "string" ? json.slice(0, 500) : "";
  const data = (read.data as { message?: unknown } | undefined)?.message;
  return [read.rmk, read.error, read.Error, read.remark, read.message, read.detail, data]
    .map(sentencesOf)
    .filter(Boolean)
    .join(" ")
    .slice(0, 500);
}

/** @param acts whether the request may have been carried out although it was answered by an error of the server */
export function errorOf({ status, body }: { status: number; body: Buffer }, acts: boolean): CourierError {
  const words = wordsOf(body);
  const says = words || `Delhivery answers ${status}.`;
  if (status === 401) return new CourierError("refused", "credentials", says);
  // Its firewall says so of too many requests.
  if (status === 403) return new CourierError("not_sent", "blocked", "Delhivery answers 403.");
  if (status === 429) return new CourierError("not_sent", "limit", says);
  if (status >= 500 || status < 400) return new CourierError(acts ? "no_response" : "not_sent", "unavailable", says);
  return new CourierError("refused", reasonOf(words), says);
}
