/**
 * Delhivery's API as the demo has it, with what surprises there: bookings are forms with JSON in them, errors come with status 200 and
 * `success: false`, a waybill that was used is refused as a duplicate, a pincode under an embargo is listed, its firewall answers 403, one
 * pick-up a day, times have no zone, answers to failed deliveries are read later. Pincodes end as at Shiprocket's: 00 is not served, 98 only
 * prepaid, 96 has an embargo; labels for those that end in 5 are late.
 */

import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import { paise, toPaise, toRupees } from "../../../server/base/money.ts";
import { equalInConstantTime } from "../../../server/base/secrets.ts";
import type { Database } from "../../../server/platform/database/database.ts";
import { happen } from "../journey.ts";
import { labelPdf } from "../label-pdf.ts";
import { addParcel, changeParcel, findByReference, findParcel, findParcels, type SandboxParcel } from "../parcels.ts";
import { delhiveryTime } from "../pushes.ts";
import { addToSwitch, losesResponse, payFromWallet, readSwitch } from "../switches.ts";

interface RestDeps {
  db: Database;
  token: string;
  /** Where the API is, below the server's address. */
  path: string;
}

const PLACE = "Primary";
const CHARGE_PAISE = 5200;
/** Types of statuses after which a parcel is cancelled without being sent back. */
const AT_SHIPPER = ["UD/Manifested", "UD/Not Picked"];

const shipmentBody = z.looseObject({
  name: z.string().min(1),
  add: z.string().min(1),
  pin: z.string().regex(/^[1-9]\d{5}$/),
  phone: z.string().regex(/^[6-9]\d{9}$/),
  order: z.string().min(1),
  payment_mode: z.enum(["COD", "Prepaid"]),
  cod_amount: z.number().nonnegative(),
  total_amount: z.number().positive(),
  weight: z.number().int().positive(),
  shipping_mode: z.enum(["Surface", "Express"]),
  waybill: z.string(),
});
const manifest = z.object({
  shipments: z.array(z.unknown()),
  pickup_location: z.object({ name: z.string() }),
});

export async function delhiveryRoutes(api: FastifyInstance, { db, token, path }: RestDeps): Promise<void> {
  api.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  api.addHook("onRequest", async (request, reply) => {
    const now = Date.now();
    if ((await readSwitch(db, "down_until")) > now) return reply.code(503).send({ error: "Service Unavailable" });
    if ((await readSwitch(db, "slow_until")) > now) await setTimeout(5000);
    if ((await readSwitch(db, "blocked_until")) > now)
      return reply.code(403).type("text/html").send("<html>403 Forbidden</html>");
    if (request.routeOptions.url?.endsWith("/label.pdf")) return;
    if (!equalInConstantTime(request.headers.authorization ?? "", `Token ${token}`))
      return reply.code(401).send({ detail: "Authentication credentials were not provided." });
  });
  api.addHook("onSend", async (request, reply, payload) => {
    if (request.method === "POST" && (await losesResponse(db, "delhivery"))) {
      reply.code(504).type("text/html");
      return "<html>504 Gateway Time-out</html>";
    }
    return payload;
  });

  api.get("/c/api/pin-codes/json/", async (request) => {
    const pin = queryOf(request.query, "filter_codes");
    if (pin.endsWith("00")) return { delivery_codes: [] };
    const postal_code = {
      pin: Number(pin),
      pre_paid: "Y",
      cod: pin.endsWith("98") ? "N" : "Y",
      pickup: "Y",
      repl: "Y",
      is_oda: "N",
      remarks: pin.endsWith("96") ? "Embargo" : "",
    };
    return { delivery_codes: [{ postal_code }] };
  });
  api.get("/api/dc/expected_tat", async () => ({ success: true, data: { tat: 4 } }));

  api.get("/waybill/api/fetch/json/", async (_request, reply) =>
    // A text as JSON, not an object.
    reply.type("application/json").send(JSON.stringify(await nextWaybill())),
  );
  const nextWaybill = async () => String(28_110_000_000_000 + (await addToSwitch(db, "waybills", 1)) * 7);

  api.post("/api/cmu/create.json", async (request) => {
    const { format, data } = (request.body ?? {}) as Record<string, string>;
    // JSON instead of a form: it finds no shipments in it.
    if (format !== "json" || typeof data !== "string") return refusal("", "format key missing in POST");
    const read = manifest.safeParse(parse(data));
    const [first] = read.data?.shipments ?? [];
    if (!read.success || first === undefined) return refusal("", "shipment list contains no data");
    const shipment = shipmentBody.safeParse(first);
    if (!shipment.success) {
      const [issue] = shipment.error.issues;
      return refusal("", `${String(issue?.path[0] ?? "data")}: ${issue?.message ?? ""}`);
    }
    const body = shipment.data;
    if (read.data.pickup_location.name !== PLACE)
      return refusal(body.order, "ClientWarehouse matching query does not exist.");
    if (body.pin.endsWith("00") || body.pin.endsWith("96")) return refusal(body.order, "", ["Pincode not serviceable"]);
    if (body.payment_mode === "COD" && body.pin.endsWith("98"))
      return refusal(body.order, "", ["COD is not serviceable for this pincode"]);
    const waybill = body.waybill || (await nextWaybill());
    const used = (await findParcel(db, { awb: waybill })) ?? (await findByReference(db, "delhivery", body.order));
    if (used)
      return refusal(body.order, "", [
        "Crashing while saving package due to exception 'Duplicate order id'. Package might have been partially saved.",
      ]);
    if (!(await payFromWallet(db, CHARGE_PAISE)))
      return refusal(body.order, "", ["Prepaid client manifest charge API failed due to insufficient balance"]);
    const { parcel } = await addParcel(db, {
      courier: "delhivery",
      reference: body.order,
      awb: waybill,
      status: "Manifested",
      codPaise: body.payment_mode === "COD" ? toPaise(body.cod_amount) : paise(0),
      body,
      scans: [
        { at: new Date().toISOString(), code: "UD/Manifested/X-UCI", text: "Manifest uploaded", place: "Bengaluru" },
      ],
      createdAt: new Date(),
    });
    const one = { status: "Success", waybill: parcel.awb, refnum: parcel.reference, remarks: [""], serviceable: true };
    return { success: true, rmk: "", package_count: 1, upload_wbn: `UPL${parcel.id}`, packages: [one] };
  });

  api.get("/api/p/packing_slip", async (request) => {
    const parcel = await findParcel(db, { awb: queryOf(request.query, "wbns") });
    if (!parcel?.awb) return { packages: [], packages_found: 0 };
    await changeParcel(db, parcel.id, { labelRequests: parcel.labelRequests + 1 });
    const isLate = parcel.labelRequests === 0 && String(parcel.body.pin).endsWith("5");
    const size = queryOf(request.query, "pdf_size") === "A4" ? "a4" : "thermal";
    const link = `${request.protocol}://${request.host}${path}/labels/${parcel.awb}/${size}/label.pdf`;
    return { packages_found: 1, packages: [{ wbn: parcel.awb, pdf_download_link: isLate ? null : link }] };
  });
  api.get("/labels/:awb/:size/label.pdf", async (request, reply) => {
    const { awb, size } = request.params as { awb: string; size: string };
    const parcel = await findParcel(db, { awb });
    if (!parcel) return reply.code(404).send({ error: "Not found" });
    const { body, codPaise, reference } = parcel;
    const lines = [
      "Delhivery",
      `AWB ${awb}`,
      reference,
      codPaise > 0 ? `COD Rs. ${toRupees(codPaise).toFixed(2)}` : "PREPAID",
      String(body.shipping_mode),
      String(body.name),
      String(body.add),
      `${String(body.city)}, ${String(body.state)} ${String(body.pin)}`,
    ];
    return reply.type("application/pdf").send(labelPdf(lines, size === "a4" ? "a4" : "thermal"));
  });

  api.post("/fm/request/new/", async (request, reply) => {
    const { pickup_location, pickup_date = "" } = (request.body ?? {}) as Record<string, string>;
    if (pickup_location !== PLACE)
      return reply.code(400).send({ error: "ClientWarehouse matching query does not exist." });
    if (pickup_date < isoDayInIndia(new Date())) return reply.code(400).send({ error: "pickup_date is in the past" });
    const asked = await addToSwitch(db, `pickup ${pickup_date}`, 1);
    if (asked > 1)
      return reply.code(400).send({
        pr_exist: true,
        data: { message: `Pickup request with ID: 1 for this location already exists` },
      });
    return reply
      .code(201)
      .send({ pickup_id: 1, pickup_date, pickup_location_name: PLACE, incoming_center_name: "Bengaluru" });
  });

  api.post("/api/p/edit", async (request, reply) => {
    const { waybill = "", cancellation } = (request.body ?? {}) as Record<string, string>;
    const parcel = await findParcel(db, { awb: waybill });
    if (!parcel) return { status: false, error: "No such waybill" };
    if (cancellation !== "true") return reply.code(400).send({ status: false, error: "Nothing to change" });
    const [type = "", word = ""] = lastCode(parcel).split("/");
    if (type === "DL" || type === "LT") return { status: false, error: "Shipment can not be cancelled" };
    if (AT_SHIPPER.includes(`${type}/${word}`)) {
      const scan = {
        at: new Date().toISOString(),
        code: "CN/Canceled/CN-100",
        text: "Cancelled by the client",
        place: "",
      };
      await changeParcel(db, parcel.id, { status: "Canceled", scans: [...parcel.scans, scan] });
    } else if (type !== "CN" && type !== "RT") await happen(db, parcel.id, "returning");
    return { status: true, waybill, remark: "Shipment has been cancelled." };
  });

  api.get("/api/v1/packages/json/", async (request, reply) => {
    await addToSwitch(db, "track_calls", 1);
    const waybills = queryOf(request.query, "waybill").split(",").filter(Boolean);
    if (waybills.length > 50) return reply.code(400).send({ Success: false, Error: "At most 50 waybills." });
    const reference = queryOf(request.query, "ref_ids");
    const found = reference ? [await findByReference(db, "delhivery", reference)] : await findParcels(db, waybills);
    const parcels = found.filter((parcel) => parcel?.courier === "delhivery").filter((parcel) => parcel !== null);
    if (parcels.length === 0)
      return { Success: false, Error: "No such waybill or Order Id found", rmk: "No such waybill or Order Id found" };
    return { ShipmentData: parcels.map((parcel) => ({ Shipment: shipmentOf(parcel) })) };
  });

  api.post("/api/p/update", async (request, reply) => {
    const { data = [] } = (request.body ?? {}) as { data?: { waybill?: string; act?: string }[] };
    if (data.length === 0 || data.length > 1000) return reply.code(400).send({ error: "data is empty or too long" });
    const id = await addToSwitch(db, "uploads", 1);
    const parcels = await Promise.all(data.map(({ waybill = "" }) => findParcel(db, { awb: waybill })));
    // Only a parcel whose delivery was tried is tried again, which is only found out later.
    const isTaken = parcels.every((parcel) => parcel !== null && lastCode(parcel).startsWith("UD/Pending/EOD-"));
    await addToSwitch(db, `upload ${id}`, isTaken ? 1 : 2);
    return { request_id: `UPL${id}` };
  });
  api.get("/api/cmu/get_bulk_upl/:upl", async (request) => {
    const id = (request.params as { upl: string }).upl.replace("UPL", "");
    const state = await readSwitch(db, `upload ${id}`);
    if (state === 0) return { status: "Pending", failed_wbns: [] };
    if (state === 1) return { status: "Complete", failed_wbns: [] };
    return { status: "Complete", failed_wbns: [{ message: "NSL is not applicable for this action" }] };
  });
}

const refusal = (refnum: string, rmk: string, remarks: string[] = []) => ({
  success: false,
  rmk: rmk || "An internal Error has occurred, Please get in touch with client.support@delhivery.com",
  packages: refnum === "" ? [] : [{ status: "Fail", waybill: "", refnum, remarks, serviceable: false }],
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const queryOf = (query: unknown, name: string) => String((query as Record<string, unknown>)[name] ?? "");
const lastCode = ({ scans }: SandboxParcel) => scans.at(-1)?.code ?? "";

function shipmentOf({ awb, reference, scans, createdAt, codPaise }: SandboxParcel) {
  const last = scans.at(-1);
  const [type = "", word = "", nsl = ""] = (last?.code ?? "").split("/");
  return {
    AWB: awb,
    ReferenceNo: reference,
    CODAmount: toRupees(codPaise),
    ExpectedDeliveryDate: delhiveryTime(new Date(createdAt.getTime() + 4 * DAY_MS).toISOString()),
    Status: {
      Status: word,
      StatusType: type,
      StatusCode: nsl,
      StatusDateTime: last ? delhiveryTime(last.at) : "",
      StatusLocation: last?.place ?? "",
      Instructions: last?.text ?? "",
    },
    Scans: scans.map(({ at, code, text, place }) => {
      const [ScanType, Scan, StatusCode] = code.split("/");
      const time = delhiveryTime(at);
      const detail = { ScanDateTime: time, StatusDateTime: time, ScanType, Scan, StatusCode };
      return { ScanDetail: { ...detail, ScannedLocation: place, Instructions: text } };
    }),
  };
}
