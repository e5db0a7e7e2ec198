/** The series in which invoices and credit notes are numbered, and their next numbers. */

import * as z from "zod/mini";
import { CHOSEN_PREFIXES, MAX_DOCUMENT_NUMBER } from "../orders/document-prefixes.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const documentSeries = z.object({
  document: z.enum(CHOSEN_PREFIXES),
  /** What its numbers begin with in this financial year: "KW/26-27/". */
  start: z.string(),
  /** The serial number of the next document. */
  next: z.number(),
  /** The last serial number that fits. */
  max: z.number(),
});
export type DocumentSeries = z.infer<typeof documentSeries>;
const seriesList = z.object({ series: z.array(documentSeries) });

/** Writes a document's number: "KW/26-27/000123". */
export const documentNumber = (start: string, serial: number) => start + String(serial).padStart(6, "0");

const next = "next must be the serial number of the next document, a whole number.";

export const documentSeriesEndpoints = {
  listDocumentSeries: {
    method: "GET",
    path: "/document-series",
    summary: "The series of new invoices and credit notes in this financial year, with their next numbers",
    tag: "Settings",
    permission: "edit_settings",
    response: responseOf(seriesList),
  },
  setNextNumber: {
    method: "PATCH",
    path: "/document-series",
    repeat: "harmless",
    summary:
      "Sets the next number of a series, only forwards: for a shop whose invoices of this year began elsewhere. The numbers in between are never given",
    tag: "Settings",
    permission: "edit_settings",
    stepUp: true,
    body: z.object({
      document: z.enum(CHOSEN_PREFIXES, `document must be ${CHOSEN_PREFIXES.join(" or ")}.`),
      /** That of the series as it was shown, so that no other one is set after the prefix or the year has changed. */
      start: textField({
        max: MAX_DOCUMENT_NUMBER,
        error: "start must be what the numbers begin with, such as KW/26-27/.",
      }),
      next: z.int(next).check(z.gte(1, next), z.lte(99_999_999, next)),
    }),
    errorStatuses: [409],
    response: responseOf(seriesList),
  },
} as const satisfies Record<string, AdminEndpoint>;
