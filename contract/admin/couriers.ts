/** Couriers that the shop books: its accounts, and the booking of a parcel. Amounts are rupees. */

import * as z from "zod/mini";
import {
  BOOKING_STATES,
  COURIER_PROVIDERS,
  LABEL_SIZES,
  PARCEL_PROGRESS,
  PARCEL_SERVICES,
  REFUSAL_REASONS,
} from "../couriers.ts";
import { rupees } from "../rupees.ts";

/** Volume in mm³ that counts as one gram: couriers charge L × B × H in cm ÷ 5,000 in kilograms if that is more than the weight. */
const MM3_PER_GRAM = 5_000;

/** The weight by which couriers charge a parcel, in grams. */
export const chargeableGrams = (parcel: { grams: number; lengthMm: number; widthMm: number; heightMm: number }) =>
  Math.max(parcel.grams, volumetricGrams(parcel));

export const volumetricGrams = ({ lengthMm, widthMm, heightMm }: Record<"lengthMm" | "widthMm" | "heightMm", number>) =>
  Math.ceil((lengthMm * widthMm * heightMm) / MM3_PER_GRAM);

/** What a booking shows in place of its state: how far it is. */
export const BOOKING_STEPS = [...BOOKING_STATES, "labelled", "pickup_requested", "handed_over"] as const;

export const courierAccount = z.object({
  _id: z.string(),
  provider: z.enum(COURIER_PROVIDERS),
  label: z.string(),
  pickupPlace: z.string(),
  pickupPincode: z.string(),
  surfaceOnly: z.boolean(),
  labelSize: z.enum(LABEL_SIZES),
  isEnabled: z.boolean(),
  /** Whether its keys are set, so that parcels can be booked. */
  isConnected: z.boolean(),
  balance: z.nullable(rupees),
  lastPushAt: z.nullable(z.string()),
  lastPollAt: z.nullable(z.string()),
});
export type CourierAccount = z.infer<typeof courierAccount>;

export const parcelBooking = z.object({
  _id: z.string(),
  step: z.enum(BOOKING_STEPS),
  account: z.string(),
  key: z.string(),
  courier: z.nullable(z.string()),
  awb: z.nullable(z.string()),
  service: z.enum(PARCEL_SERVICES),
  grams: z.number(),
  lengthMm: z.number(),
  widthMm: z.number(),
  heightMm: z.number(),
  /** What the courier collects. */
  collects: rupees,
  refusal: z.nullable(z.enum(REFUSAL_REASONS)),
  /** What staff reads about a refusal, with the way out; empty without one. */
  problem: z.string(),
  /** The provider's own words. */
  detail: z.string(),
  pickupOn: z.nullable(z.string()),
  /** The last that the courier has reported. */
  progress: z.nullable(z.enum(PARCEL_PROGRESS)),
});
export type ParcelBooking = z.infer<typeof parcelBooking>;
