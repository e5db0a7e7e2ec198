/** What Delhivery's API sends, as far as it is used. Its numbers may come as texts, and fields without a value as "" or null. */

import { z } from "zod";

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));
const texts = z.union([z.array(z.unknown()), z.string(), z.null()]).optional();

/** Sentences of a response, wherever it has them. */
export const problem = z.object({
  rmk: texts,
  error: z.unknown().optional(),
  Error: texts,
  remark: texts,
  message: texts,
  detail: texts,
  data: z.union([z.object({ message: optionalText }), z.unknown()]).optional(),
  pr_exist: z.boolean().optional(),
});

export const pincodes = z.object({
  delivery_codes: z.array(
    z.object({
      postal_code: z.object({
        pin: text,
        pre_paid: optionalText,
        cod: optionalText,
        /** Not empty for a pincode that is not served for now, such as "Embargo". */
        remarks: optionalText,
      }),
    }),
  ),
});

export const transit = z.object({ data: z.object({ tat: z.coerce.number().int().positive() }) });

/** One waybill, or several with commas. */
export const waybill = text;

export const created = z.object({
  success: z.boolean().optional(),
  packages: z.array(
    z.object({
      waybill: optionalText,
      refnum: optionalText,
      status: optionalText,
      remarks: texts,
      serviceable: z.boolean().nullish(),
    }),
  ),
  rmk: texts,
});

export const slips = z.object({ packages: z.array(z.object({ wbn: text, pdf_download_link: z.string().nullish() })) });

export const pickup = z.object({ pickup_id: text, pickup_date: optionalText });

export const edited = z.object({ status: z.union([z.boolean(), z.string()]).optional(), waybill: optionalText });

const status = z.object({
  Status: text,
  StatusType: optionalText,
  StatusDateTime: optionalText,
  StatusLocation: optionalText,
  Instructions: optionalText,
  StatusCode: optionalText,
});

const scan = z.object({
  ScanDateTime: optionalText,
  ScanType: optionalText,
  Scan: optionalText,
  StatusDateTime: optionalText,
  ScannedLocation: optionalText,
  StatusCode: optionalText,
  Instructions: optionalText,
});

const shipment = z.object({
  AWB: text,
  ReferenceNo: optionalText,
  Status: status,
  Scans: z
    .array(z.object({ ScanDetail: scan }))
    .nullish()
    .transform((scans) => scans ?? []),
  ExpectedDeliveryDate: optionalText,
});
export type Shipment = z.infer<typeof shipment>;

/** Without any known waybill it has no `ShipmentData`. */
export const tracked = z.object({ ShipmentData: z.array(z.object({ Shipment: z.unknown() })).nullish() });
export const readShipment = (value: unknown): Shipment | null => shipment.safeParse(value).data ?? null;

export const pushed = z.object({
  Shipment: z.object({
    AWB: text,
    NSLCode: optionalText,
    Status: status,
  }),
});
