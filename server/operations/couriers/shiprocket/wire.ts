/** What Shiprocket's API sends, as far as it is used. Its numbers may come as texts, and fields without a value as "", null or []. */

import { z } from "zod";
import { MAX_PAISE, paise, toPaise } from "../../../base/money.ts";

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));
const rupees = z
  .union([z.number(), z.string().regex(/^-?[\d,]+(\.\d+)?$/)])
  .transform((value) => toPaise(Number(String(value).replaceAll(",", ""))))
  // One that no column holds means nothing, and must not keep the rest from being read.
  .transform((amount) => paise(Math.max(-MAX_PAISE, Math.min(MAX_PAISE, amount))));

/** Errors: a sentence, and those of fields. Some come with status 200. */
export const problem = z.object({
  message: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  errors: z.record(z.string(), z.union([z.array(z.string()), z.string()])).optional(),
  status_code: z.number().optional(),
});

export const login = z.object({ token: z.string().min(10) });

export const pickupPlaces = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string(), pin_code: text })) }),
});

export const couriers = z.object({
  data: z.object({
    available_courier_companies: z.array(
      z.object({
        courier_company_id: z.number(),
        courier_name: z.string(),
        rate: rupees.optional().catch(undefined),
        cod: z.coerce.number().optional(),
        is_surface: z
          .union([z.boolean(), z.number(), z.string()])
          .optional()
          .transform((value) => value === true || value === 1 || value === "1" || value === "true"),
        estimated_delivery_days: optionalText,
        blocked: z.coerce.number().optional(),
      }),
    ),
    recommended_courier_company_id: z.number().nullish(),
  }),
});
export type Courier = z.infer<typeof couriers>["data"]["available_courier_companies"][number];

export const createdOrder = z.object({
  order_id: text,
  channel_order_id: optionalText,
  shipment_id: text,
  status: z.string(),
  awb_code: optionalText,
  courier_name: optionalText,
});

export const assignedAwb = z.object({
  awb_assign_status: z.coerce.number(),
  response: z
    .object({
      data: z.union([
        z.object({ awb_code: text, courier_name: z.string(), freight_charges: rupees.optional().catch(undefined) }),
        z.object({ awb_assign_error: z.string().optional() }),
      ]),
    })
    .optional(),
  message: z.string().optional(),
});

export const foundOrders = z.object({
  data: z.array(
    z.object({
      id: text,
      channel_order_id: text,
      status: z.string(),
      shipments: z
        .array(z.object({ id: text, awb: optionalText, courier: optionalText }))
        .optional()
        .default([]),
    }),
  ),
});

export const label = z.object({ label_created: z.coerce.number(), label_url: z.string().nullish() });

export const pickup = z.object({
  pickup_status: z.coerce.number().optional(),
  response: z.object({ pickup_scheduled_date: optionalText }).optional(),
});

const track = z.object({
  tracking_data: z.object({
    etd: optionalText,
    shipment_track_activities: z
      .array(
        z.object({
          date: z.string(),
          status: optionalText,
          activity: optionalText,
          location: optionalText,
          "sr-status": optionalText,
          "sr-status-label": optionalText,
        }),
      )
      .nullish(),
  }),
});
export type Track = z.infer<typeof track>;
export const tracks = z.record(z.string(), track.or(z.unknown()));
export const isTrack = (value: unknown): Track | null => track.safeParse(value).data ?? null;

export const pushed = z.object({
  awb: text,
  shipment_status_id: z.coerce.number().optional(),
  current_status: optionalText,
  shipment_status: optionalText,
  current_timestamp: optionalText,
  etd: optionalText,
  scans: z
    .array(
      z.object({
        date: z.string(),
        status: optionalText,
        activity: optionalText,
        location: optionalText,
        "sr-status": optionalText,
        "sr-status-label": optionalText,
      }),
    )
    .nullish(),
});

export const balance = z.object({ data: z.object({ balance_amount: rupees }) });

export const discrepancies = z.object({ data: z.array(z.unknown()) });
/** Kilograms of no parcel. */
const TOO_HEAVY = 1000;
const discrepancy = z.object({
  awb_code: text,
  charged_weight: z.coerce.number().positive().lt(TOO_HEAVY),
  excess_amount: rupees.optional().catch(undefined),
  created_at: optionalText,
});
/** A row that can't be read must not hide the others. */
export const readDiscrepancy = (value: unknown): z.infer<typeof discrepancy> | null =>
  discrepancy.safeParse(value).data ?? null;
