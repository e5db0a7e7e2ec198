import { z } from "zod";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { paise } from "../../../base/money.ts";
import { labelDownloader } from "../label-download.ts";
import { readLocalDay } from "../local-time.ts";
import { type BookedParcel, CourierError, type CourierProvider, type ParcelToBook } from "../provider.ts";
import { orderBody } from "./order-body.ts";
import { errorOf, reasonOf, wordsOf } from "./refusals.ts";
import { readPushed, readTrack } from "./scans.ts";
import { createSession, type ShiprocketAccount } from "./session.ts";
import * as wire from "./wire.ts";

/** How many couriers are asked in turn before a parcel counts as refused. */
const MAX_COURIERS = 3;
/** The ids of a booking: the order and the shipment at Shiprocket. */
interface Ids {
  order: string;
  shipment: string;
}

/** Implements a courier by Shiprocket's API, which books one of many couriers. */
export function createShiprocket(account: ShiprocketAccount): CourierProvider {
  const session = createSession(account);
  const downloadLabel = labelDownloader(account);

  async function request<T>(
    schema: z.ZodType<T>,
    path: string,
    { json, acts = false }: { json?: unknown; acts?: boolean } = {},
  ): Promise<T> {
    const response = await session.send(path, { method: json === undefined ? "GET" : "POST", json, acts });
    if (response.status < 200 || response.status > 299) throw errorOf(response, acts);
    const body = readForeignJson(response.body);
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    const words = wordsOf(body);
    // Some errors come with status 200: a sentence in place of what was asked for.
    if (words) throw new CourierError("refused", reasonOf(words), words);
    throw new CourierError(acts ? "no_response" : "not_sent", "unavailable", "Shiprocket’s response can’t be read.");
  }

  /** Lists couriers that deliver, the one that Shiprocket recommends first, then the cheapest. Without any: none. */
  async function listCouriers(route: {
    fromPincode: string;
    toPincode: string;
    grams: number;
    isCash: boolean;
  }): Promise<wire.Courier[]> {
    const query = new URLSearchParams({
      pickup_postcode: route.fromPincode,
      delivery_postcode: route.toPincode,
      weight: String(route.grams / 1000),
      cod: route.isCash ? "1" : "0",
    });
    const response = await session.send(`/courier/serviceability/?${query}`, { method: "GET", acts: false });
    // Nobody delivers there.
    if (response.status === 404) return [];
    if (response.status !== 200) throw errorOf(response, false);
    const body = readForeignJson(response.body);
    const read = wire.couriers.safeParse(body);
    // 200 with {status: 404, message}.
    if (!read.success && z.object({ status: z.literal(404) }).safeParse(body).success) return [];
    if (!read.success)
      throw new CourierError("not_sent", "unavailable", wordsOf(body) || "Shiprocket’s response can’t be read.");
    const { available_courier_companies: all, recommended_courier_company_id: best } = read.data.data;
    const rateOf = (courier: wire.Courier) =>
      courier.courier_company_id === best ? -1 : (courier.rate ?? Number.POSITIVE_INFINITY);
    return all
      .filter(({ blocked, cod }) => !blocked && !(route.isCash && cod === 0))
      .sort((one, other) => rateOf(one) - rateOf(other));
  }

  async function chooseCouriers(parcel: ParcelToBook): Promise<wire.Courier[]> {
    const route = { fromPincode: parcel.pickupPincode, toPincode: parcel.receiver.pincode, grams: parcel.grams };
    const isCash = parcel.codPaise > 0;
    const able = await listCouriers({ ...route, isCash });
    if (able.length === 0) {
      const isServed = isCash && (await listCouriers({ ...route, isCash: false })).length > 0;
      throw new CourierError("refused", isServed ? "cod_not_served" : "not_served");
    }
    const allowed = parcel.service === "any" ? able : able.filter((courier) => courier.is_surface);
    if (allowed.length === 0) throw new CourierError("refused", "no_surface");
    return allowed.slice(0, MAX_COURIERS);
  }

  /** Assigns an AWB of the first courier that takes the parcel. @throws CourierError, after which the order is without one */
  async function assignAwb(ids: Ids, couriers: readonly wire.Courier[]): Promise<BookedParcel> {
    let last = new CourierError("refused", "not_served");
    for (const courier of couriers) {
      const json = { shipment_id: Number(ids.shipment), courier_id: courier.courier_company_id };
      try {
        const assigned = await request(wire.assignedAwb, "/courier/assign/awb", { json, acts: true });
        const data = assigned.response?.data;
        if (assigned.awb_assign_status === 1 && data && "awb_code" in data)
          return {
            awb: data.awb_code,
            courier: data.courier_name,
            ids: { ...ids },
            quotedPaise: data.freight_charges ?? courier.rate ?? null,
          };
        const words = (data && "awb_assign_error" in data && data.awb_assign_error) || assigned.message || "";
        last = new CourierError("refused", reasonOf(words), words);
      } catch (error) {
        if (!(error instanceof CourierError) || error.kind !== "refused") throw error;
        last = error;
      }
      // Another courier changes nothing about these.
      if (last.reason !== "not_served" && last.reason !== "rejected") break;
    }
    throw last;
  }

  /** Completes an order that exists, and cancels it if no courier takes it, so that no dead order stays in the account. */
  async function complete(parcel: ParcelToBook, ids: Ids, known?: readonly wire.Courier[]): Promise<BookedParcel> {
    try {
      return await assignAwb(ids, known ?? (await chooseCouriers(parcel)));
    } catch (error) {
      if (error instanceof CourierError && error.kind === "refused") await cancelOrder(ids.order).catch(() => {});
      // The order exists: what could not be sent now is looked up and completed later.
      else if (error instanceof CourierError && error.kind === "not_sent")
        throw new CourierError("no_response", error.reason, error.detail, { cause: error });
      throw error;
    }
  }

  const cancelOrder = (id: string) =>
    request(wire.problem, "/orders/cancel", { json: { ids: [Number(id)] }, acts: true });

  async function findOrder(key: string) {
    const { data } = await request(wire.foundOrders, `/orders?${new URLSearchParams({ search: key, per_page: "20" })}`);
    return data.find(({ channel_order_id }) => channel_order_id === key) ?? null;
  }

  return {
    name: "shiprocket",
    maxTracked: 50,
    picksUpByPlace: false,
    async checkLogin() {
      await session.checkLogin();
      const { data } = await request(wire.pickupPlaces, "/settings/company/pickup");
      return {
        places: data.shipping_address.map(({ pickup_location, pin_code }) => ({
          name: pickup_location,
          pincode: pin_code,
        })),
      };
    },
    async readBalance() {
      const { data } = await request(wire.balance, "/account/details/wallet-balance");
      return paise(Math.max(0, data.balance_amount));
    },
    async readService({ codPaise, ...route }) {
      const able = await listCouriers({ ...route, isCash: false });
      const cod = codPaise > 0 && able.length > 0 ? await listCouriers({ ...route, isCash: true }) : [];
      const days = able.map((courier) => Number(courier.estimated_delivery_days)).filter((count) => count > 0);
      const isSurface = (courier: wire.Courier) => courier.is_surface === true;
      return {
        any: { prepaid: able.length > 0, cod: cod.length > 0 },
        surface: { prepaid: able.some(isSurface), cod: cod.some(isSurface) },
        days: days.length > 0 ? Math.min(...days) : null,
      };
    },
    // The key does it.
    reserve: async () => null,
    async book(parcel, { key }) {
      const json = orderBody(parcel, key);
      const couriers = await chooseCouriers(parcel);
      const created = await request(wire.createdOrder, "/orders/create/adhoc", { json, acts: true });
      const ids = { order: created.order_id, shipment: created.shipment_id };
      // A key that exists is answered with its old order. Of one that is cancelled, an AWB would go to a dead parcel.
      if (created.awb_code !== "" && !/cancel/i.test(created.status))
        return { awb: created.awb_code, courier: created.courier_name, ids, quotedPaise: null };
      if (created.status.toUpperCase() !== "NEW")
        throw new CourierError(
          "refused",
          "duplicate",
          `Shiprocket has an order ${key} already, which is ${created.status}.`,
        );
      return complete(parcel, ids, couriers);
    },
    async findBooked(parcel, { key }) {
      const found = await findOrder(key);
      const [shipment] = found?.shipments ?? [];
      if (!found || !shipment || /cancel/i.test(found.status)) return null;
      const ids = { order: found.id, shipment: shipment.id };
      if (shipment.awb !== "")
        return { awb: shipment.awb, courier: shipment.courier, ids: { ...ids }, quotedPaise: null };
      return complete(parcel, ids);
    },
    // The size of the sheet is set in Shiprocket's panel.
    async fetchLabel({ ids }) {
      const made = await request(wire.label, "/courier/generate/label", {
        json: { shipment_id: [Number(ids.shipment)] },
      });
      if (made.label_created !== 1 || !made.label_url)
        throw new CourierError("not_sent", "unavailable", "Shiprocket has no label yet.");
      return downloadLabel(made.label_url);
    },
    async requestPickup({ day, parcels }) {
      const json = { shipment_id: parcels.map(({ ids }) => Number(ids.shipment)), pickup_date: [day] };
      try {
        const { response } = await request(wire.pickup, "/courier/generate/pickup", { json, acts: true });
        return { day: readLocalDay(response?.pickup_scheduled_date ?? "") ?? day };
      } catch (error) {
        if (error instanceof CourierError && /already/i.test(error.detail)) return { day };
        throw error;
      }
    },
    async cancel({ key, ids }) {
      try {
        await cancelOrder(ids.order ?? "");
      } catch (error) {
        if (!(error instanceof CourierError) || error.kind !== "refused") throw error;
        const found = await findOrder(key);
        if (found && /cancel/i.test(found.status)) return;
        throw new CourierError("refused", "too_late", error.detail);
      }
    },
    async track(awbs) {
      const found = await request(wire.tracks, "/courier/track/awbs", { json: { awbs } });
      const tracked = new Map<string, ReturnType<typeof readTrack>>();
      for (const [awb, value] of Object.entries(found)) {
        const track = wire.isTrack(value);
        if (track && awbs.includes(awb)) tracked.set(awb, readTrack(track));
      }
      return tracked;
    },
    async answerFailure({ awb }, answer) {
      const json =
        answer.answer === "again"
          ? {
              action: "re-attempt",
              comments: answer.note || "The customer asks for another attempt.",
              deferred_date: answer.day,
              ...(answer.mobile && { phone: answer.mobile }),
            }
          : { action: "return", comments: answer.note || "Please return the parcel." };
      await request(wire.problem, `/ndr/${encodeURIComponent(awb)}/action`, { json, acts: true });
      return { pending: null };
    },
    readAnswer: async () => ({ state: "accepted", detail: "" }),
    readPush: (raw) => readPushed(raw),
    async listChargedWeights(since) {
      const { data } = await request(wire.discrepancies, "/billing/discrepancy");
      return data
        .map(wire.readDiscrepancy)
        .filter((one) => one !== null)
        .map(({ awb_code, charged_weight, excess_amount, created_at }) => ({
          awb: awb_code,
          chargedGrams: Math.round(charged_weight * 1000),
          extraPaise: paise(Math.max(0, excess_amount ?? 0)),
          noticedOn: readLocalDay(created_at) ?? isoDayInIndia(new Date()),
        }))
        .filter(({ noticedOn }) => noticedOn >= since);
    },
  };
}
