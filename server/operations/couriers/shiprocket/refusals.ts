/** Why Shiprocket does not do what it is asked, from the status and the words of its responses. */

import type { RefusalReason } from "../../../../contract/couriers.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { CourierError } from "../provider.ts";
import * as wire from "./wire.ts";

/** Fields of a booking, and what they are about. */
const FIELDS: readonly [RegExp, RefusalReason][] = [
  [/phone/, "bad_phone"],
  [/pickup_location/, "unknown_place"],
  [/^(billing|shipping)_/, "bad_address"],
  [/order_id/, "duplicate"],
];

const WORDS: readonly [RegExp, RefusalReason][] = [
  [/insufficient|wallet|recharge|low balance|minimum balance/i, "balance"],
  [/pickup location|pick ?up address/i, "unknown_place"],
  [/\bcod\b/i, "cod_not_served"],
  [/not serviceable|no courier|unserviceable|pincode/i, "not_served"],
  [/phone|mobile/i, "bad_phone"],
  [/address/i, "bad_address"],
];

/** Reads the reason from a sentence. */
export const reasonOf = (words: string): RefusalReason =>
  WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "rejected";

/** Returns the words of a response: its message, or those of its fields. */
export function wordsOf(body: unknown): string {
  const read = wire.problem.safeParse(body).data;
  if (!read) return "";
  const fields = Object.entries(read.errors ?? {}).map(([field, texts]) => `${field}: ${[texts].flat().join(" ")}`);
  const message = typeof read.message === "string" ? read.message : JSON.stringify(read.message ?? "");
  return [message, ...fields]
    .filter((part) => part !== "" && part !== '""')
    .join(" ")
    .slice(0, 500);
}

/** @param acts whether the request may have been carried out although it was answered by an error of the server */
export function errorOf({ status, body }: { status: number; body: Buffer }, acts: boolean): CourierError {
  const json = readForeignJson(body);
  const words = wordsOf(json);
  if (status === 403) return new CourierError("not_sent", "blocked", words || "Shiprocket answers 403.");
  if (status === 429) return new CourierError("not_sent", "limit", words || "Shiprocket answers 429.");
  if (status >= 500 || status < 400)
    return new CourierError(acts ? "no_response" : "not_sent", "unavailable", words || `Shiprocket answers ${status}.`);
  const fields = Object.keys(wire.problem.safeParse(json).data?.errors ?? {});
  const byField = FIELDS.find(([pattern]) => fields.some((field) => pattern.test(field)))?.[1];
  return new CourierError("refused", byField ?? reasonOf(words), words || `Shiprocket answers ${status}.`);
}
