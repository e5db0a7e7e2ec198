/** Couriers that the shop books: its accounts, and the booking of parcels. Amounts are rupees. */

import * as z from "zod/mini";
import {
  BOOKING_STATES,
  COURIER_PROVIDERS,
  LABEL_SIZES,
  PARCEL_PROGRESS,
  PARCEL_SERVICES,
  REFUSAL_REASONS,
} from "../couriers.ts";
import { orderNumber } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import { plainNumber } from "../written-numbers.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { listedNumbers, MAX_BULK } from "./order-bulk.ts";
import { byNumber } from "./orders.ts";
import { day } from "./period.ts";

/** Volume in mm³ that counts as one gram: couriers charge L × B × H in cm ÷ 5,000 in kilograms if that is more than the weight. */
const MM3_PER_GRAM = 5_000;
const MAX_GRAMS = 50_000;
const MAX_SIDE_MM = 2_000;

/** The weight in grams as which couriers count a parcel's volume. */
export const volumetricGrams = ({ lengthMm, widthMm, heightMm }: Record<"lengthMm" | "widthMm" | "heightMm", number>) =>
  Math.ceil((lengthMm * widthMm * heightMm) / MM3_PER_GRAM);

/** How far a booking is: its state, and what follows once it is booked. */
const BOOKING_STEPS = [...BOOKING_STATES, "labelled", "pickup_requested", "handed_over"] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

const courierAccount = z.object({
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
  /** Since when the courier refuses the shop's login, so that nothing is booked; null while it accepts it. */
  refusedSince: z.nullable(z.string()),
  /** When it was last read; null for a provider that sends bills. */
  balance: z.nullable(rupees),
  balanceAt: z.nullable(z.string()),
  lastPushAt: z.nullable(z.string()),
  lastPollAt: z.nullable(z.string()),
});
export type CourierAccount = z.infer<typeof courierAccount>;

const parcelBooking = z.object({
  _id: z.string(),
  step: z.enum(BOOKING_STEPS),
  account: z.string(),
  /** The shop's name for it with the provider. */
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
  /** What the provider charges by its own word; null if it does not say. */
  quoted: z.nullable(rupees),
  refusal: z.nullable(z.enum(REFUSAL_REASONS)),
  /** What staff reads about a refusal or a booking that is not right any more, with the way out; empty otherwise. */
  problem: z.string(),
  /** The provider's own words. */
  detail: z.string(),
  pickupOn: z.nullable(z.string()),
  /** The last that the courier has reported. */
  progress: z.nullable(z.enum(PARCEL_PROGRESS)),
  createdAt: z.string(),
});
export type ParcelBooking = z.infer<typeof parcelBooking>;

export const packing = {
  grams: z
    .int("Please give the weight in grams.")
    .check(z.gte(1, "Please give the weight in grams."), z.lte(MAX_GRAMS, "A parcel weighs at most 50 kg.")),
  lengthMm: side(),
  widthMm: side(),
  heightMm: side(),
};
export type Packing = z.infer<z.ZodMiniObject<typeof packing>>;

function side() {
  return z
    .int("Please give each side in whole millimetres.")
    .check(
      z.gte(6, "Please give each side; couriers take none below 6 mm."),
      z.lte(MAX_SIDE_MM, "A side measures at most 2 m."),
    );
}

/** What was packed last for a content, or else what its sizes weigh; null for what is not known. */
export const packingProposal = z.object({
  grams: z.nullable(z.number()),
  lengthMm: z.nullable(z.number()),
  widthMm: z.nullable(z.number()),
  heightMm: z.nullable(z.number()),
  wasPacked: z.boolean(),
});

const orderBookings = z.object({
  /** The newest first. */
  bookings: z.array(parcelBooking),
  /** Whether a courier can be booked for a parcel of the order now. */
  canBook: z.boolean(),
  /** What was packed last for the same content, or else what its sizes weigh; null for what is not known. */
  proposal: z.nullable(packingProposal),
  /** What the courier is to collect. */
  collects: rupees,
});
export type OrderBookings = z.infer<typeof orderBookings>;

const name = (max: number, error: string, missing: string) => textField({ max, error, missing });
const accountFields = {
  label: name(60, "A name has up to 60 characters.", "Please give it a name."),
  pickupPlace: name(
    100,
    "The name of a pick-up place has up to 100 characters.",
    "Please give the name of the pick-up place, exactly as in the courier’s panel.",
  ),
  pickupPincode: textField({
    max: 6,
    pattern: /^[1-9]\d{5}$/,
    error: "Please give the pincode of the pick-up place, six digits.",
    rewrite: plainNumber,
  }),
  surfaceOnly: z.boolean(),
  labelSize: z.enum(LABEL_SIZES, `labelSize must be one of ${LABEL_SIZES.join(", ")}.`),
  isEnabled: z.boolean(),
};
const account = rowId("account must be digits.", "Please choose the account.");
const byId = z.object({ id: rowId("id must be digits.") });
const numbers = z
  .array(orderNumber)
  .check(
    z.minLength(1, "Please choose an order."),
    z.maxLength(MAX_BULK, `Please choose at most ${MAX_BULK} orders at once.`),
  );

const bookingOf = z.object({
  number: z.string(),
  /** The newest; null if none was ever wished for. */
  booking: z.nullable(parcelBooking),
});
/** The result of a wish for one order: `problem` is empty if a courier is being booked. */
const results = responseOf(z.object({ results: z.array(z.object({ number: z.string(), problem: z.string() })) }));

const ACCOUNTS = { tag: "Shipping" } as const;
const BOOKINGS = { tag: "Orders", permission: "fulfil_orders" } as const;

export const courierEndpoints = {
  listCourierAccounts: {
    ...ACCOUNTS,
    permission: "fulfil_orders",
    method: "GET",
    path: "/courier-accounts",
    summary: "The accounts with couriers",
    response: responseOf(z.array(courierAccount)),
  },
  createCourierAccount: {
    ...ACCOUNTS,
    permission: "edit_settings",
    method: "POST",
    path: "/courier-accounts",
    repeat: "key",
    summary: "Add an account with a courier, for one pick-up place",
    body: z.object({ provider: z.enum(COURIER_PROVIDERS, "Please choose the courier."), ...accountFields }),
    response: responseOf(courierAccount),
  },
  changeCourierAccount: {
    ...ACCOUNTS,
    permission: "edit_settings",
    method: "PATCH",
    path: "/courier-accounts/:id",
    repeat: "state",
    summary: "Change an account with a courier; one that is not enabled books nothing more",
    params: byId,
    body: z.partial(z.object(accountFields)),
    errorStatuses: [404],
    response: responseOf(courierAccount),
  },
  checkCourierAccount: {
    ...ACCOUNTS,
    permission: "edit_settings",
    method: "POST",
    path: "/courier-accounts/:id/check",
    repeat: "state",
    summary: "Log in with the courier, and read the balance and the pick-up places. 409: why that is not possible",
    params: byId,
    errorStatuses: [404, 409],
    response: responseOf(
      z.object({
        account: courierAccount,
        places: z.array(z.object({ name: z.string(), pincode: z.string() })),
        /** Whether the account's pick-up place is among them. */
        isKnown: z.boolean(),
      }),
    ),
  },
  requestPickup: {
    ...ACCOUNTS,
    permission: "fulfil_orders",
    method: "POST",
    path: "/courier-accounts/:id/pickup",
    repeat: "state",
    summary: "Ask a courier to collect all booked parcels of an account, on a day in India",
    params: byId,
    body: z.object({ day }),
    errorStatuses: [404, 409],
    response: responseOf(z.object({ day: z.string(), parcels: z.number() })),
  },
  readBookings: {
    ...BOOKINGS,
    method: "GET",
    path: "/orders/:number/booking",
    summary: "The bookings of an order’s parcels, and what the next is likely to weigh",
    params: byNumber,
    errorStatuses: [404],
    response: responseOf(orderBookings),
  },
  bookParcel: {
    ...BOOKINGS,
    method: "POST",
    path: "/orders/:number/booking",
    repeat: "state",
    summary: "Book a courier for what is unsent of an order. A job asks the courier. 409: one is booked already",
    params: byNumber,
    body: z.object({ account, ...packing }),
    errorStatuses: [404, 409],
    response: responseOf(orderBookings),
  },
  cancelBooking: {
    ...BOOKINGS,
    method: "DELETE",
    path: "/orders/:number/booking",
    repeat: "seen",
    summary:
      "Cancel the booking of a parcel that has not left. 409: the courier has it, or it is not known yet; an answer that stays lost is given up",
    params: byNumber,
    errorStatuses: [404, 409],
    response: responseOf(orderBookings),
  },
  fetchCourierLabel: {
    ...BOOKINGS,
    method: "POST",
    path: "/orders/:number/booking/label",
    repeat: "state",
    summary: "Fetch the label of a booked parcel from its courier again, in place of the one before",
    params: byNumber,
    errorStatuses: [404, 409],
    response: responseOf(orderBookings),
  },
  handOverParcel: {
    ...BOOKINGS,
    method: "POST",
    path: "/orders/:number/booking/hand-over",
    repeat: "state",
    summary: "Mark a booked parcel as given to its courier; emails the customer",
    params: byNumber,
    errorStatuses: [404, 409],
    response: responseOf(orderBookings),
  },
  bookParcels: {
    ...BOOKINGS,
    method: "POST",
    path: "/orders/book",
    repeat: "state",
    summary: "Book a courier for several orders, each as it was packed last; each stands for itself",
    body: z.object({ account, numbers }),
    errorStatuses: [404],
    response: results,
  },
  handOverParcels: {
    ...BOOKINGS,
    method: "POST",
    path: "/orders/hand-over",
    repeat: "state",
    summary: "Mark several booked parcels as given to their couriers; emails the customers",
    body: z.object({ numbers }),
    response: results,
  },
  listBookings: {
    ...BOOKINGS,
    method: "GET",
    path: "/orders/bookings",
    summary: "The newest booking of each of several orders",
    query: z.object({ numbers: listedNumbers }),
    errorStatuses: [404],
    response: responseOf(z.array(bookingOf)),
  },
  printCourierLabels: {
    ...BOOKINGS,
    method: "GET",
    path: "/orders/courier-labels.pdf",
    summary: "The couriers’ own labels of several orders as one PDF. 409: none of them has one",
    query: z.object({ numbers: listedNumbers }),
    errorStatuses: [404, 409],
    produces: "application/pdf",
  },
} as const satisfies Record<string, AdminEndpoint>;
