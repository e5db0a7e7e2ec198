/** The GST return of a month (GSTR-1). Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Files of a return for the portal's offline tool. */
const PORTAL_FILES = ["b2cl", "b2cs", "cdnur", "exemp", "hsn-b2c", "docs"] as const;
/** Beside them the documents of which the return is made, and the units that left without being sold. */
export const GST_FILES = [...PORTAL_FILES, "documents", "not-sold"] as const;
export type GstFile = (typeof GST_FILES)[number];

const month = textField({ max: 7, pattern: /^20\d\d-(0[1-9]|1[0-2])$/, error: "A month looks like 2026-10." });
const byMonth = z.object({ month });

const totals = z.object({ taxable: rupees, cgst: rupees, sgst: rupees, igst: rupees });
export type GstTotals = z.infer<typeof totals>;

const row = z.object({
  /** The table of the return to which it belongs. */
  section: z.enum(["b2cl", "b2cs", "cdnur", "nil", "hsn"]),
  /** An invoice or credit note, a place of supply, or an HSN. */
  name: z.string(),
  gstPercent: z.number(),
  ...totals.shape,
});
export type GstRow = z.infer<typeof row>;

const gstMonth = z.object({
  month: z.string(),
  gstin: z.string(),
  /** Whether the month is over, so that it can be frozen. */
  isOver: z.boolean(),
  /** When and by whom it was marked as filed; null before that. A frozen month's fields below stay as filed. */
  frozen: z.nullable(z.object({ at: z.string(), by: z.string() })),
  /** Whether nothing was issued, so that a nil return is due. */
  isNil: z.boolean(),
  rows: z.array(row),
  /** Credit notes that came too late to lower the tax: in no row and no sum. */
  late: z.array(z.object({ number: z.string(), invoice: z.string(), total: rupees })),
  /** The series of document numbers; `cancelled` are numbers between first and last without a document. */
  issued: z.array(
    z.object({
      document: z.string(),
      first: z.string(),
      last: z.string(),
      count: z.number(),
      cancelled: z.number(),
    }),
  ),
  /** Invoices less credit notes, all sections of supplies, and the HSN summary. All three are equal if the return is right. */
  sums: z.object({ documents: totals, supplies: totals, hsn: totals }),
  agrees: z.boolean(),
  problems: z.array(z.object({ text: z.string(), order: z.nullable(z.string()) })),
  /** What has changed since it was frozen: rows as filed and as they would be now; null where a row is missing. */
  differences: z.array(z.object({ name: z.string(), filed: z.nullable(row), now: z.nullable(row) })),
});
export type GstMonth = z.infer<typeof gstMonth>;

const READ = { tag: "Reports", permission: "view_reports" } as const;

export const gstEndpoints = {
  readGstMonth: {
    ...READ,
    method: "GET",
    path: "/reports/gst/:month",
    summary: "The GST return of a month, its cross-check, and what is to be corrected",
    params: byMonth,
    response: responseOf(gstMonth),
  },
  freezeGstMonth: {
    ...READ,
    permission: "freeze_gst",
    method: "POST",
    path: "/reports/gst/:month/freeze",
    repeat: "seen",
    summary: "Store the return of a month that is over as it is filed",
    params: byMonth,
    stepUp: true,
    errorStatuses: [409],
    response: responseOf(gstMonth),
  },
  exportGstReturn: {
    ...READ,
    method: "GET",
    path: "/reports/gst/:month/gstr1.json",
    summary: "The return as the portal's JSON; of a frozen month as filed",
    params: byMonth,
    produces: "application/json",
  },
  exportGstFile: {
    ...READ,
    method: "GET",
    path: "/reports/gst/:month/files/:file",
    summary: `A CSV file for the portal's offline tool (${PORTAL_FILES.join(", ")}), as filed if the month is frozen; or its documents, or the units that were not sold`,
    params: z.object({ month, file: z.enum(GST_FILES) }),
    produces: "text/csv",
  },
} as const satisfies Record<string, AdminEndpoint>;
