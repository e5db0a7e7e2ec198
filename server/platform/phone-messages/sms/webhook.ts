/** Delivery reports of SMS providers, which are not signed: the token in the path is all that tells them from others. */

import { z } from "zod";
import { beginningOf } from "../../../../contract/text.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { storable } from "../../../base/storable.ts";
import type { RefusalKind } from "../channel.ts";
import type { PhoneReport } from "../reports.ts";

const ID_KEYS = ["requestId", "request_id", "id", "messageId", "message_id", "sid", "reference"] as const;
const id = z
  .union([z.string().max(200), z.number()])
  .transform(String)
  .optional();
const REPORT = z.object({
  ...(Object.fromEntries(ID_KEYS.map((key) => [key, id])) as Record<(typeof ID_KEYS)[number], typeof id>),
  status: z.union([z.string(), z.number()]).transform(String).optional(),
  desc: z.string().optional(),
  failedReason: z.string().optional(),
  error: z.union([z.string(), z.number()]).transform(String).optional(),
  /** MSG91, versions 2 and 3: one for each recipient. */
  report: z.array(z.unknown()).optional(),
});

const DELIVERED = /^(1|delivered|delivrd|success)$/i;
/** MSG91: 2 failed, 9 do not disturb, 16 rejected, 17 blocked number, 25 rejected, 26 blocked. */
const FAILED = /^(2|9|16|17|25|26|failed|undelivered|undeliv|rejected|rejectd|blocked|expired|ndnc)$/i;
const NOT_WANTED = /^(9|17|ndnc|blocked)$/i;
/** What operators say of an entity, a header or a template that is not registered: 600 to 634. */
const NOT_REGISTERED = /\b6(0\d|1\d|2\d|3[0-4])\b|dlt/i;

/** More than a provider collects in one request. */
const MAX_REPORTS = 1000;

/** Reads a delivery report: JSON, or a form with JSON in its field `data`. Empty if it has none. */
export function readSmsReports(body: Buffer, contentType: string, now: Date): PhoneReport[] {
  const json = jsonOf(body.toString("utf8"), contentType);
  return (Array.isArray(json) ? json : [json]).flatMap((one) => reportsOf(one, now)).slice(0, MAX_REPORTS);
}

function reportsOf(json: unknown, now: Date): PhoneReport[] {
  const read = REPORT.safeParse(json).data;
  if (!read) return [];
  const providerId = ID_KEYS.map((key) => read[key]).find((value) => value);
  if (!providerId) return [];
  const rows = read.report ? read.report.map((row) => REPORT.safeParse(row).data ?? {}) : [read];
  return rows.flatMap(({ status = "", desc = "", failedReason, error }): PhoneReport[] => {
    const isDelivered = DELIVERED.test(status);
    const isFailed = FAILED.test(status);
    if (!isDelivered && !isFailed) return [];
    const words = beginningOf(failedReason ?? error ?? desc, 200);
    return [
      {
        channel: "sms",
        providerId,
        reference: read.reference ?? null,
        state: isDelivered ? "delivered" : "failed",
        at: now,
        error: isFailed ? `${status} ${words}`.trim() : "",
        refusal: isFailed ? refusalOf(status, words) : null,
        isBillable: null,
        category: null,
      },
    ];
  });
}

function refusalOf(status: string, words: string): RefusalKind {
  if (NOT_WANTED.test(status)) return "blocked";
  return NOT_REGISTERED.test(words) ? "template" : "number";
}

function jsonOf(text: string, contentType: string): unknown {
  if (!contentType.includes("form")) return readForeignJson(text);
  const form = new URLSearchParams(text);
  const data = form.get("data");
  return data === null ? storable(Object.fromEntries(form)) : readForeignJson(data);
}
