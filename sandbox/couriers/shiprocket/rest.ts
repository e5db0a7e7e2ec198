/**
 * Shiprocket's API as the demo has it, with what surprises there: an order whose `order_id` exists is answered with the old one and status
 * 200, labels that are not made yet come with 200, tokens end after ten days, times have no zone. Pincodes that end in 00 are not served,
 * those in 98 only prepaid, those in 97 by air alone, those in 95 with cash by air alone; labels for those that end in 5 are late.
 */

import { createHmac } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import { paise, toPaise, toRupees } from "../../../server/base/money.ts";
import { equalInConstantTime } from "../../../server/base/secrets.ts";
import type { Database } from "../../../server/platform/database/database.ts";
import { labelPdf } from "../label-pdf.ts";
import { addParcel, changeParcel, findByReference, findParcel, type SandboxParcel } from "../parcels.ts";
import { localTime } from "../pushes.ts";
import { losesResponse, payFromWallet, readSwitch } from "../switches.ts";

export interface ShiprocketCredentials {
  email: string;
  password: string;
}

interface RestDeps {
  db: Database;
  credentials: ShiprocketCredentials;
  /** The path of the API. */
  path: string;
}

const TOKEN_MS = 10 * DAY_MS;
const PLACES = [{ id: 1, pickup_location: "Primary", pin_code: "560001" }];
const COURIERS = [
  { courier_company_id: 51, courier_name: "Xpressbees Air", rate: 62, is_surface: false, estimated_delivery_days: "2" },
  {
    courier_company_id: 217,
    courier_name: "Delhivery Surface",
    rate: 48.5,
    is_surface: true,
    estimated_delivery_days: "4",
  },
  {
    courier_company_id: 24,
    courier_name: "Ekart Logistics Surface",
    rate: 51,
    is_surface: true,
    estimated_delivery_days: "5",
  },
];

const orderBody = z.looseObject({
  order_id: z.string().min(1).max(50),
  order_date: z.string(),
  pickup_location: z.string(),
  billing_customer_name: z.string().min(1),
  billing_address: z.string().min(3).max(80),
  billing_city: z.string().min(1).max(30),
  billing_pincode: z.string().regex(/^[1-9]\d{5}$/),
  billing_state: z.string().min(1),
  billing_country: z.string(),
  billing_email: z.string(),
  billing_phone: z.string().regex(/^[6-9]\d{9}$/),
  order_items: z
    .array(z.looseObject({ name: z.string(), sku: z.string(), units: z.int(), selling_price: z.number() }))
    .min(1),
  payment_method: z.enum(["COD", "Prepaid"]),
  sub_total: z.number().nonnegative(),
  length: z.number().gt(0.5),
  breadth: z.number().gt(0.5),
  height: z.number().gt(0.5),
  weight: z.number().gt(0),
});

export async function shiprocketRoutes(api: FastifyInstance, { db, credentials, path }: RestDeps): Promise<void> {
  // The same in every instance, and in no other shop.
  const secret = createHmac("sha256", credentials.password).update(credentials.email).digest("hex");
  const sign = (issuedAt: string) => createHmac("sha256", secret).update(issuedAt).digest("hex");
  const fail = (reply: FastifyReply, status: number, message: string, errors?: Record<string, string[]>) =>
    reply.code(status).send({ message, ...(errors && { errors }), status_code: status });

  api.addHook("onRequest", async (request, reply) => {
    const now = Date.now();
    if ((await readSwitch(db, "down_until")) > now) return fail(reply, 503, "Service Unavailable");
    if ((await readSwitch(db, "slow_until")) > now) await setTimeout(5000);
    if ((await readSwitch(db, "blocked_until")) > now)
      return reply.code(403).type("text/html").send("<html>403 Forbidden</html>");
    if (request.routeOptions.url?.endsWith("/auth/login") || request.routeOptions.url?.endsWith("/label.pdf")) return;
    const [issuedAt = "", signature = ""] = (request.headers.authorization ?? "").replace("Bearer ", "").split(".");
    const isFresh = Number(issuedAt) + TOKEN_MS > now;
    if (!isFresh || !equalInConstantTime(sign(issuedAt), signature)) return fail(reply, 401, "Token has expired");
  });
  api.addHook("onSend", async (request, reply, payload) => {
    if (request.method === "POST" && !request.url.endsWith("/auth/login") && (await losesResponse(db, "shiprocket"))) {
      reply.code(504).type("text/html");
      return "<html>504 Gateway Time-out</html>";
    }
    return payload;
  });

  api.post("/auth/login", async (request, reply) => {
    const { email = "", password = "" } = (request.body ?? {}) as Record<string, string>;
    if (email !== credentials.email || password !== credentials.password)
      return fail(reply, 400, "Invalid email and password combination");
    const issuedAt = String(Date.now());
    return { id: 1, email, company_id: 1, token: `${issuedAt}.${sign(issuedAt)}` };
  });
  api.get("/settings/company/pickup", async () => ({ data: { shipping_address: PLACES } }));
  api.get("/account/details/wallet-balance", async () => ({
    data: { balance_amount: toRupees(paise(await readSwitch(db, "wallet"))).toFixed(2) },
  }));

  api.get("/courier/serviceability/", async (request, reply) => {
    const query = request.query as Record<string, string>;
    const to = query.delivery_postcode ?? "";
    const served = couriersTo(to, query.cod === "1");
    if (served.length === 0)
      return fail(reply, 404, `No courier service is available for the given pincodes ${query.pickup_postcode}-${to}`);
    return {
      status: 200,
      data: {
        recommended_courier_company_id: served[0]?.courier_company_id,
        available_courier_companies: served.map((courier) => ({ ...courier, cod: 1, blocked: 0 })),
      },
    };
  });

  api.post("/orders/create/adhoc", async (request, reply) => {
    const read = orderBody.safeParse(request.body);
    if (!read.success) {
      const errors: Record<string, string[]> = {};
      for (const { path, message } of read.error.issues) errors[String(path[0] ?? "body")] = [message];
      return fail(reply, 422, "Oops! Invalid Data.", errors);
    }
    const body = read.data;
    if (!PLACES.some((place) => place.pickup_location === body.pickup_location))
      return fail(reply, 422, "Wrong Pickup location entered. Please select one location from data given below", {
        pickup_location: ["Wrong Pickup location"],
      });
    const { parcel } = await addParcel(db, {
      courier: "shiprocket",
      reference: body.order_id,
      status: "NEW",
      codPaise: body.payment_method === "COD" ? toPaise(body.sub_total) : paise(0),
      body,
      createdAt: new Date(),
    });
    return {
      order_id: parcel.id + 10_000,
      channel_order_id: parcel.reference,
      shipment_id: parcel.id + 20_000,
      status: parcel.status,
      status_code: parcel.status === "CANCELED" ? 5 : 1,
      awb_code: parcel.awb ?? "",
      courier_name: courierOf(parcel),
    };
  });
  api.get("/orders", async (request) => {
    const found = await findByReference(db, "shiprocket", (request.query as Record<string, string>).search ?? "");
    return { data: found ? [orderOf(found)] : [] };
  });
  api.post("/orders/cancel", async (request, reply) => {
    for (const parcel of await parcelsOf(request, "ids", 10_000)) {
      if (parcel.scans.length > 0) return fail(reply, 400, "Cannot cancel order, it is already picked up");
      await changeParcel(db, parcel.id, { status: "CANCELED" });
    }
    return { status_code: 200, message: "Order cancelled successfully." };
  });

  api.post("/courier/assign/awb", async (request, reply) => {
    const { shipment_id, courier_id } = (request.body ?? {}) as Record<string, unknown>;
    const parcel = await findParcel(db, { id: Number(shipment_id) - 20_000 });
    const courier = COURIERS.find((one) => one.courier_company_id === Number(courier_id));
    if (!parcel) return fail(reply, 404, "Shipment not found");
    if (parcel.status === "CANCELED") return fail(reply, 400, "The pincode or the phone number is empty.");
    if (parcel.awb !== null) return fail(reply, 400, "AWB is already assigned");
    if (!courier) return fail(reply, 400, "Courier is not serviceable");
    const awb = String(19_000_000_000_000 + parcel.id * 101 + Math.floor(Math.random() * 100));
    const charge = Math.round(courier.rate * 100);
    const isPaid = await db.transaction(async (trx) => {
      if (!(await payFromWallet(trx, charge))) return false;
      await changeParcel(trx, parcel.id, {
        awb,
        status: "AWB ASSIGNED",
        body: { ...parcel.body, courier: courier.courier_name },
      });
      return true;
    });
    if (!isPaid)
      return { awb_assign_status: 0, message: "You have insufficient balance in your wallet. Please recharge." };
    return {
      awb_assign_status: 1,
      response: {
        data: {
          courier_company_id: courier.courier_company_id,
          awb_code: awb,
          order_id: parcel.id + 10_000,
          shipment_id: parcel.id + 20_000,
          courier_name: courier.courier_name,
          applied_weight: parcel.body.weight,
          freight_charges: courier.rate,
        },
      },
    };
  });

  api.post("/courier/generate/label", async (request) => {
    const [parcel] = await parcelsOf(request, "shipment_id", 20_000);
    if (!parcel?.awb) return { label_created: 0, label_url: null, response: "", not_created: [] };
    await changeParcel(db, parcel.id, { labelRequests: parcel.labelRequests + 1 });
    if (parcel.labelRequests === 0 && String(parcel.body.billing_pincode).endsWith("5"))
      return { label_created: 0, label_url: null, response: "Label is being generated", not_created: [] };
    return {
      label_created: 1,
      label_url: `${request.protocol}://${request.host}${path}/labels/${parcel.awb}/label.pdf`,
      response: "Label has been created and uploaded successfully!",
    };
  });
  api.get("/labels/:awb/label.pdf", async (request, reply) => {
    const parcel = await findParcel(db, { awb: (request.params as { awb: string }).awb });
    if (!parcel?.awb) return fail(reply, 404, "Not found");
    const { body, awb, codPaise } = parcel;
    const lines = [
      courierOf(parcel),
      `AWB ${awb}`,
      parcel.reference,
      codPaise > 0 ? `COD Rs. ${toRupees(codPaise).toFixed(2)}` : "PREPAID",
      `${body.billing_customer_name} ${body.billing_last_name ?? ""}`,
      String(body.billing_address),
      String(body.billing_address_2 ?? ""),
      `${body.billing_city}, ${body.billing_state} ${body.billing_pincode}`,
    ];
    return reply.type("application/pdf").send(labelPdf(lines, "thermal"));
  });
  api.post("/courier/generate/pickup", async (request, reply) => {
    const parcels = await parcelsOf(request, "shipment_id", 20_000);
    if (parcels.length > 0 && parcels.every(({ pickupOn }) => pickupOn !== null))
      return fail(reply, 400, "Already in Pickup Queue.");
    const [asked] = ((request.body ?? {}) as { pickup_date?: string[] }).pickup_date ?? [];
    const day = asked ?? isoDayInIndia(new Date());
    for (const { id } of parcels) await changeParcel(db, id, { pickupOn: day, status: "PICKUP SCHEDULED" });
    return { pickup_status: 1, response: { pickup_scheduled_date: `${day} 09:00:00`, status: 3 } };
  });

  api.post("/courier/track/awbs", async (request, reply) => {
    const { awbs = [] } = (request.body ?? {}) as { awbs?: string[] };
    if (awbs.length > 50) return fail(reply, 422, "Oops! Invalid Data.", { awbs: ["At most 50."] });
    const found: Record<string, unknown> = {};
    for (const awb of awbs) {
      const parcel = await findParcel(db, { awb });
      if (parcel) found[awb] = { tracking_data: trackingOf(parcel) };
    }
    return found;
  });
  api.post("/ndr/:awb/action", async (request, reply) => {
    const parcel = await findParcel(db, { awb: (request.params as { awb: string }).awb });
    const { action } = (request.body ?? {}) as { action?: string };
    if (!parcel) return fail(reply, 404, "AWB not found");
    if (parcel.status !== "UNDELIVERED") return fail(reply, 400, "The shipment is not in NDR.");
    await changeParcel(db, parcel.id, { status: action === "return" ? "RTO INITIATED" : "NDR RAISED" });
    return reply.code(202).send({ status: 202, message: "Action has been taken." });
  });
  api.get("/billing/discrepancy", async () => ({ data: [] }));

  async function parcelsOf(request: FastifyRequest, field: string, from: number): Promise<SandboxParcel[]> {
    const ids = [((request.body ?? {}) as Record<string, unknown>)[field] ?? []].flat();
    const found = await Promise.all(ids.map((id) => findParcel(db, { id: Number(id) - from })));
    return found.filter((parcel) => parcel !== null);
  }
}

function couriersTo(pincode: string, isCash: boolean) {
  if (pincode.endsWith("00") || (isCash && pincode.endsWith("98"))) return [];
  const isByAir = pincode.endsWith("97") || (isCash && pincode.endsWith("95"));
  return isByAir ? COURIERS.filter(({ is_surface }) => !is_surface) : COURIERS;
}

const courierOf = ({ body }: SandboxParcel) => (typeof body.courier === "string" ? body.courier : "");

const orderOf = (parcel: SandboxParcel) => ({
  id: parcel.id + 10_000,
  channel_order_id: parcel.reference,
  status: parcel.status,
  shipments: [{ id: parcel.id + 20_000, awb: parcel.awb ?? "", courier: courierOf(parcel) }],
});

const trackingOf = ({ awb, scans, status }: SandboxParcel) => ({
  track_status: scans.length > 0 ? 1 : 0,
  shipment_track: [{ awb_code: awb, current_status: status }],
  shipment_track_activities: [...scans].reverse().map(({ at, code, text, place }) => ({
    date: localTime(at),
    status: code,
    activity: text,
    location: place,
    "sr-status": code,
    "sr-status-label": text.toUpperCase(),
  })),
  etd: "",
});
