import type { z } from "zod";
import { isoDayInIndia, MINUTE_MS, minuteOfDayInIndia } from "../../../../contract/dates.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { type CourierFetch, requestCourier } from "../courier-request.ts";
import { labelDownloader } from "../label-download.ts";
import { readLocalDay } from "../local-time.ts";
import { type BookedParcel, CourierError, type CourierProvider, type ParcelToBook } from "../provider.ts";
import { errorOf, reasonOf, sentencesOf, wordsOf } from "./refusals.ts";
import { readPushed, readShipmentScans } from "./scans.ts";
import { shipmentForm } from "./shipment-body.ts";
import { progressOf } from "./statuses.ts";
import * as wire from "./wire.ts";

export interface DelhiveryAccount {
  token: string;
  /** Base URL of the API, such as https://track.delhivery.com. */
  api: string;
  timeoutMs: number;
  fetch?: CourierFetch;
}

/** After a 403 nothing is asked for a while: the firewall counts requests of five minutes. */
const PAUSE_AFTER_403_MS = MINUTE_MS / 2;
/** A pincode that is always served, for trying the token. */
const KNOWN_PINCODE = "110001";
/** When riders collect: at two, or an hour from now. */
const PICKUP_MINUTE = 14 * 60;

interface Asked {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: string;
  acts?: boolean;
}

/** Implements a courier by Delhivery's API. */
export function createDelhivery({
  token,
  api,
  timeoutMs,
  fetch = globalThis.fetch,
}: DelhiveryAccount): CourierProvider {
  let blockedUntil = 0;
  const downloadLabel = labelDownloader({ api, fetch, timeoutMs });

  async function send(path: string, { json, form, acts = false }: Asked = {}) {
    if (Date.now() < blockedUntil) throw new CourierError("not_sent", "blocked", "Delhivery has answered 403.");
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const contentType = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const response = await requestCourier(
      `${api}${path}`,
      {
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          authorization: `Token ${token}`,
          ...(body !== undefined && { "content-type": contentType }),
        },
        ...(body !== undefined && { body }),
        acts,
      },
      { fetch, timeoutMs },
    );
    if (response.status === 403) blockedUntil = Date.now() + PAUSE_AFTER_403_MS;
    if (response.status < 200 || response.status > 299) throw errorOf(response, acts);
    return response;
  }

  async function request<T>(schema: z.ZodType<T>, path: string, asked: Asked = {}): Promise<T> {
    const { body } = await send(path, asked);
    const read = schema.safeParse(readForeignJson(body));
    if (read.success) return read.data;
    const words = wordsOf(body);
    if (words) throw new CourierError("refused", reasonOf(words), words);
    throw new CourierError(
      asked.acts ? "no_response" : "not_sent",
      "unavailable",
      "Delhivery’s response can’t be read.",
    );
  }

  async function readShipments(query: Record<string, string>): Promise<wire.Shipment[]> {
    const { body } = await send(`/api/v1/packages/json/?${new URLSearchParams(query)}`);
    const json = readForeignJson(body);
    const read = wire.tracked.safeParse(json).data;
    if (!read) throw new CourierError("not_sent", "unavailable", "Delhivery’s response can’t be read.");
    return (read.ShipmentData ?? []).map(({ Shipment }) => wire.readShipment(Shipment)).filter((one) => one !== null);
  }

  async function findShipment(query: Record<string, string>): Promise<wire.Shipment | null> {
    const [found] = await readShipments(query);
    return found ?? null;
  }

  const progressNow = ({ Status }: wire.Shipment) => progressOf(Status.StatusType, Status.Status, Status.StatusCode);

  async function readPincode(pincode: string) {
    const query = new URLSearchParams({ filter_codes: pincode });
    const { delivery_codes } = await request(wire.pincodes, `/c/api/pin-codes/json/?${query}`);
    const found = delivery_codes.find(({ postal_code }) => postal_code.pin === pincode)?.postal_code;
    // A pincode under an embargo is listed as served, with a remark.
    const isServed = found !== undefined && found.remarks.trim() === "";
    return { prepaid: isServed && found.pre_paid === "Y", cod: isServed && found.cod === "Y" };
  }

  async function readDays(fromPincode: string, toPincode: string): Promise<number | null> {
    const query = new URLSearchParams({ origin_pin: fromPincode, destination_pin: toPincode, mot: "S" });
    try {
      return (await request(wire.transit, `/api/dc/expected_tat?${query}`)).data.tat;
    } catch {
      // Nothing depends on it.
      return null;
    }
  }

  const bookedAs = (awb: string): BookedParcel => ({ awb, courier: "Delhivery", ids: {}, quotedPaise: null });

  /** Finds out whether a refusal as a duplicate is about this very parcel, whose booking was carried out before. */
  async function afterDuplicate(key: string, reserved: string, words: string): Promise<BookedParcel> {
    const found = await findShipment({ waybill: reserved });
    // It is listed some time after it was booked. Nobody else has the waybill.
    const isOurs = found === null || (found.ReferenceNo === key && progressNow(found) !== "cancelled");
    if (isOurs) return bookedAs(reserved);
    throw new CourierError("refused", "duplicate", words);
  }

  async function cancelBooking(awb: string): Promise<void> {
    const json = { waybill: awb, cancellation: "true" };
    const { body } = await send("/api/p/edit", { json, acts: true });
    const read = wire.edited.safeParse(readForeignJson(body)).data;
    const isDone = read?.status === true || /^(true|success)$/i.test(String(read?.status ?? ""));
    if (isDone) return;
    const words = wordsOf(body);
    if (!read && !words) throw new CourierError("no_response", "unavailable", "Delhivery’s response can’t be read.");
    if (/already.*cancel|cancel.*already/i.test(words)) return;
    throw new CourierError("refused", "too_late", words);
  }

  async function requireServed({ receiver, codPaise }: ParcelToBook): Promise<void> {
    const { prepaid, cod } = await readPincode(receiver.pincode);
    if (!prepaid && !cod) throw new CourierError("refused", "not_served");
    if (codPaise > 0 ? !cod : !prepaid)
      throw new CourierError("refused", codPaise > 0 ? "cod_not_served" : "not_served");
  }

  return {
    name: "delhivery",
    maxTracked: 50,
    picksUpByPlace: true,
    // It has no list of pick-up places.
    async checkLogin() {
      blockedUntil = 0;
      await readPincode(KNOWN_PINCODE);
      return { places: [] };
    },
    readBalance: async () => null,
    async readService({ fromPincode, toPincode }) {
      // It goes everywhere by surface.
      const service = await readPincode(toPincode);
      const days = service.prepaid || service.cod ? await readDays(fromPincode, toPincode) : null;
      return { any: service, surface: service, days };
    },
    async reserve() {
      const waybill = await request(wire.waybill, "/waybill/api/fetch/json/");
      if (/^[0-9A-Za-z-]{4,40}$/.test(waybill)) return waybill;
      throw new CourierError("not_sent", "unavailable", "Delhivery has sent no waybill.");
    },
    async book(parcel, { key, reserved }) {
      if (reserved === null) throw new Error(`no waybill is reserved for ${key}`);
      const form = shipmentForm(parcel, key, reserved);
      await requireServed(parcel);
      const made = await request(wire.created, "/api/cmu/create.json", { form, acts: true });
      const [made1] = made.packages;
      if (made.success !== false && made1 && /^success$/i.test(made1.status))
        return bookedAs(made1.waybill || reserved);
      const words = [sentencesOf(made1?.remarks), sentencesOf(made.rmk)].filter(Boolean).join(" ");
      const reason = reasonOf(words);
      if (reason === "duplicate") return afterDuplicate(key, reserved, words);
      throw new CourierError("refused", reason, words || "Delhivery gives no reason.");
    },
    async findBooked(_parcel, { key, reserved }) {
      const found = await findShipment(reserved === null ? { ref_ids: key } : { waybill: reserved });
      if (!found || found.ReferenceNo !== key || progressNow(found) === "cancelled") return null;
      return bookedAs(found.AWB);
    },
    async fetchLabel({ awb }, size) {
      const query = new URLSearchParams({ wbns: awb, pdf: "true", pdf_size: size === "a4" ? "A4" : "4R" });
      const { packages } = await request(wire.slips, `/api/p/packing_slip?${query}`);
      const url = packages.find(({ wbn }) => wbn === awb)?.pdf_download_link ?? "";
      if (url === "") throw new CourierError("not_sent", "unavailable", "Delhivery has no label yet.");
      return downloadLabel(url);
    },
    async requestPickup({ place, day, parcels }) {
      const json = {
        pickup_location: place,
        pickup_date: day,
        pickup_time: pickupTime(day, new Date()),
        expected_package_count: parcels.length,
      };
      try {
        const { pickup_date } = await request(wire.pickup, "/fm/request/new/", { json, acts: true });
        return { day: readLocalDay(pickup_date) ?? day };
      } catch (error) {
        // One a day and place; it collects all that is ready.
        if (error instanceof CourierError && error.kind === "refused" && /already/i.test(error.detail)) return { day };
        throw error;
      }
    },
    async cancel({ awb }) {
      const found = await findShipment({ waybill: awb });
      const progress = found && progressNow(found);
      if (progress === "cancelled") return;
      // Delhivery would take it, and send the parcel back.
      if (progress !== null && progress !== "booked")
        throw new CourierError("refused", "too_late", found?.Status.Instructions ?? "");
      await cancelBooking(awb);
    },
    async track(awbs) {
      if (awbs.length === 0) return new Map();
      const shipments = await readShipments({ waybill: awbs.join(",") });
      return new Map(shipments.filter(({ AWB }) => awbs.includes(AWB)).map((one) => [one.AWB, readShipmentScans(one)]));
    },
    async answerFailure({ awb }, answer) {
      if (answer.answer === "return") {
        // Cancelling what is on the road sends it back.
        await cancelBooking(awb);
        return { pending: null };
      }
      const isLater = answer.day > isoDayInIndia(new Date());
      const data = [
        ...(answer.mobile ? [{ waybill: awb, act: "EDIT_DETAILS", action_data: { phone: answer.mobile } }] : []),
        isLater
          ? { waybill: awb, act: "DEFER_DLV", action_data: { deferred_date: answer.day } }
          : { waybill: awb, act: "RE-ATTEMPT" },
      ];
      const { body } = await send("/api/p/update", { json: { data }, acts: true });
      // The field that has it differs.
      const pending = /UPL\d+/.exec(body.toString("utf8"))?.[0];
      if (pending) return { pending };
      const words = wordsOf(body);
      throw new CourierError("refused", reasonOf(words), words || "Delhivery does not take the answer.");
    },
    async readAnswer(pending) {
      const { body } = await send(`/api/cmu/get_bulk_upl/${encodeURIComponent(pending)}?verbose=true`);
      return readUpload(readForeignJson(body));
    },
    readPush: (raw) => readPushed(raw),
    // It lists none.
    listChargedWeights: async () => [],
  };
}

/** The time of a pick-up, such as 14:00:00; it must not be over. */
export function pickupTime(day: string, now: Date): string {
  const next = minuteOfDayInIndia(now) + 60;
  const minute = day === isoDayInIndia(now) ? Math.min(Math.max(PICKUP_MINUTE, next), 23 * 60) : PICKUP_MINUTE;
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}:00`;
}

/** Reads what has become of an answer to a failed delivery: its documentation names failed waybills, and a word for the state. */
function readUpload(json: unknown): { state: "pending" | "accepted" | "refused"; detail: string } {
  const read = (typeof json === "object" && json !== null ? json : {}) as Record<string, unknown>;
  const failed = [read.failed_wbns ?? read.failed ?? []].flat();
  const detail = failed.length > 0 ? JSON.stringify(failed).slice(0, 500) : "";
  const word = String(read.status ?? "");
  if (failed.length > 0 || /fail|error/i.test(word)) return { state: "refused", detail: detail || word };
  return { state: /complete|success|done|processed/i.test(word) ? "accepted" : "pending", detail };
}
