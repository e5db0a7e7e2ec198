import type {
  CourierProviderName,
  FailureReason,
  LabelSize,
  ParcelProgress,
  ParcelService,
  RefusalReason,
} from "../../../contract/couriers.ts";
import type { Paise } from "../../base/money.ts";

/**
 * A courier, or an aggregator of couriers: one implementation each, in a folder named after it. It knows its wire protocol, and nothing of
 * orders and tables. Its methods throw CourierError.
 */
export interface CourierProvider {
  name: CourierProviderName;
  /** Maximum number of AWBs in one call of `track`. */
  maxTracked: number;
  /** Whether pick-ups are requested for the place and the day, rather than for each parcel. */
  picksUpByPlace: boolean;
  /** Logs in, and lists the pick-up places by the names that it has registered. */
  checkLogin(): Promise<{ places: { name: string; pincode: string }[] }>;
  /** The prepaid balance, 0 if it is overdrawn; null if the provider sends bills. */
  readBalance(): Promise<Paise | null>;
  readService(route: Route): Promise<Service>;
  /**
   * Reserves what makes the booking of a parcel unique, such as an AWB, which the shop stores before it calls `book`; null where the key does
   * that.
   */
  reserve(): Promise<string | null>;
  /** Books a parcel. Idempotent by the key: a repeat returns the same parcel or is refused. */
  book(parcel: ParcelToBook, attempt: Attempt): Promise<BookedParcel>;
  /** Finds what a call of `book` without a response has led to, and completes it; null if there is no such parcel. */
  findBooked(parcel: ParcelToBook, attempt: Attempt): Promise<BookedParcel | null>;
  /** The label as a PDF. It may not be ready yet (`unavailable`). */
  fetchLabel(parcel: ParcelRef, size: LabelSize): Promise<Buffer>;
  /** Asks to collect parcels. A pick-up that is requested already is no error. @returns the day in India, such as 2026-12-01 */
  requestPickup(pickup: Pickup): Promise<{ day: string }>;
  /** Cancels a booking; one that is cancelled already is no error. Refused with `too_late` once the courier has the parcel. */
  cancel(parcel: ParcelRef): Promise<void>;
  /** Reads what has become of parcels, by AWB. An AWB that it does not know, or that has no scans, is missing. */
  track(awbs: readonly string[]): Promise<Map<string, Tracked>>;
  /** Tells the courier what to do after a failed delivery. `pending`: it decides later, which `readAnswer` tells. */
  answerFailure(parcel: ParcelRef, answer: FailureAnswer): Promise<{ pending: string | null }>;
  readAnswer(pending: string): Promise<{ state: "pending" | "accepted" | "refused"; detail: string }>;
  /**
   * Reads a request that the provider has pushed, whose address had the account's token; null for one that is about no parcel, or not
   * genuine.
   * @param raw its body, byte for byte
   */
  readPush(raw: Buffer, headers: Readonly<Record<string, unknown>>): Map<string, Tracked> | null;
  /** Parcels that it charges for another weight than declared, noticed since a day in India. */
  listChargedWeights(since: string): Promise<ChargedWeight[]>;
}

interface Route {
  fromPincode: string;
  toPincode: string;
  grams: number;
  codPaise: Paise;
  /** The value of the goods. */
  valuePaise: Paise;
}

/** Whether a provider delivers to a pincode, by surface and in any way. */
interface Service extends Record<ParcelService, { prepaid: boolean; cod: boolean }> {
  /** Days in transit of the fastest that may be used; null if it does not say. */
  days: number | null;
}

/** A parcel as providers book it. Texts are as the order has them; the adapter brings them into the form of its protocol. */
export interface ParcelToBook {
  /** The order's number, as customers read it. */
  orderNumber: string;
  orderedAt: Date;
  pickupPlace: string;
  pickupPincode: string;
  receiver: {
    name: string;
    /** Ten digits. */
    mobile: string;
    email: string;
    address: string;
    city: string;
    state: string;
    pincode: string;
  };
  items: readonly { name: string; sku: string; hsn: string; quantity: number; pricePaise: Paise }[];
  /** The sum of the items after offers, with GST. */
  goodsPaise: Paise;
  /** What the courier collects; 0 for a parcel that is paid. */
  codPaise: Paise;
  service: ParcelService;
  grams: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  /** The invoice that travels with it; empty before it is issued. */
  invoiceNumber: string;
  ewayBill: string;
}

/** Identifies an attempt to book a parcel. */
interface Attempt {
  key: string;
  /** What `reserve` returned for it. */
  reserved: string | null;
}

/** A parcel by all the names that its provider may ask for. */
interface ParcelRef {
  awb: string;
  key: string;
  /** The ids that `book` returned. */
  ids: Readonly<Record<string, string>>;
}

export interface BookedParcel {
  awb: string;
  /** The courier that carries it, as customers read it. */
  courier: string;
  ids: Record<string, string>;
  quotedPaise: Paise | null;
}

interface Pickup {
  place: string;
  /** A day in India, such as 2026-12-01. */
  day: string;
  parcels: readonly ParcelRef[];
}

/** What a courier has reported of a parcel. */
export interface Tracked {
  /** In any order; those that were reported before may be among them. */
  scans: Scan[];
  /** The day in India on which it expects to deliver. */
  expectedOn: string | null;
}

export interface Scan {
  at: Date;
  /** The provider's code, which distinguishes scans of the same time. */
  code: string;
  /** What it means for the parcel; null if it means nothing, or the code is not known. */
  progress: ParcelProgress | null;
  place: string;
  /** The provider's words, for staff: they may name people. */
  text: string;
  /** Why the delivery failed, of a `failed_attempt`. */
  failure?: FailureReason;
  /** What staff is to look into besides. */
  note?: string;
}

export type FailureAnswer =
  | { answer: "again" /** A day in India. */; day: string; mobile: string; note: string }
  | { answer: "return"; note: string };

export interface ChargedWeight {
  awb: string;
  chargedGrams: number;
  extraPaise: Paise;
  /** The day in India on which the provider noticed it. */
  noticedOn: string;
}

/**
 * A call of a provider that failed. `refused`: nothing happened, and the reason says why. `not_sent`: nothing happened, and the same request
 * may be tried again. `no_response`: it may have happened.
 */
type CourierErrorKind = "refused" | "not_sent" | "no_response";

export class CourierError extends Error {
  readonly kind: CourierErrorKind;
  readonly reason: RefusalReason;
  /** The provider's own words, without secrets, 500 characters at most. */
  readonly detail: string;

  constructor(kind: CourierErrorKind, reason: RefusalReason, detail = "", options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options);
    this.kind = kind;
    this.reason = reason;
    this.detail = detail.slice(0, 500);
  }
}

/** What staff reads of a refusal, with the way out. */
export const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  not_served:
    "No courier of this account delivers to the pincode. Choose another account, or ship it with a courier of your own and enter its AWB.",
  cod_not_served:
    "No courier of this account collects cash at the pincode. Choose another account, or ask the customer to pay online.",
  no_surface:
    "No courier goes there by surface, and goods with alcohol may not fly. Choose another account, or ship it with a courier of your own.",
  balance: "The prepaid balance of the account is too low. Add money in the courier’s panel, then book again.",
  bad_address: "The courier does not accept the address. Correct it on the order, then book again.",
  bad_phone:
    "The courier does not accept the phone number. Ask the customer, correct it on the order, then book again.",
  unknown_place:
    "The courier does not know the pick-up place. Enter its name under Couriers exactly as in the courier’s panel.",
  duplicate: "The courier has a parcel of this name already. Book again, which gives it another name.",
  blocked:
    "The courier blocks requests of this server, or has received too many. Try again in some minutes; if it stays, ask the courier to allow the server’s IP address.",
  credentials:
    "The courier does not accept the login. Nothing is booked until the keys in the shop’s settings are right. Then book again.",
  limit: "The courier takes no more requests for now. Try again in some minutes.",
  too_late: "The courier has the parcel already, so it can’t be cancelled. Ask the courier to return it.",
  unavailable: "The courier can’t be reached. Try again in some minutes, or ship it with a courier of your own.",
  rejected: "The courier has refused the parcel for the reason below.",
};
