/**
 * Pushes of scans to the shop, with what goes wrong with them: dropped, sent twice or backwards. One that the shop does not take is sent once
 * more, and never again.
 */

import { asc, desc, eq, lte, sql } from "drizzle-orm";
import type { CourierProviderName } from "../../contract/couriers.ts";
import { writeTimeInIndia } from "../../contract/dates.ts";
import type { Database, DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxCourierHook, sandboxCourierPush } from "../../server/platform/database/schema/sandbox.ts";
import type { SandboxParcel } from "./parcels.ts";
import { addToSwitch, readSwitch } from "./switches.ts";

/** How long the shop has for its response. */
const RETRY_AFTER_MS = 60_000;
/** Backwards: what is pushed within this time is reversed. */
const REVERSED_MS = 3000;

/** Sends a body to an address. @returns the status of the response */
export type SendPush = (url: string, body: string) => Promise<number>;

/** Sets the address that a courier pushes to, as its panel or its support does; an empty one stops it. */
export async function setHook(db: DatabaseOrTransaction, courier: CourierProviderName, url: string): Promise<void> {
  await db
    .insert(sandboxCourierHook)
    .values({ courier, url })
    .onConflictDoUpdate({ target: sandboxCourierHook.courier, set: { url } });
}

export async function readHook(db: DatabaseOrTransaction, courier: CourierProviderName): Promise<string> {
  const [found] = await db.select().from(sandboxCourierHook).where(eq(sandboxCourierHook.courier, courier));
  return found?.url ?? "";
}

/** Queues a push of the last scan of a parcel, unless the courier has no address. */
export async function queuePush(db: DatabaseOrTransaction, parcel: SandboxParcel): Promise<void> {
  if ((await readHook(db, parcel.courier)) === "") return;
  if ((await readSwitch(db, "drop_pushes")) > 0) {
    await addToSwitch(db, "drop_pushes", -1);
    return;
  }
  const isBackwards = (await readSwitch(db, "push_backwards")) > 0;
  const row = {
    courier: parcel.courier,
    body: JSON.stringify(parcel.courier === "shiprocket" ? shiprocketBody(parcel) : delhiveryBody(parcel)),
    dueAt: new Date(Date.now() + (isBackwards ? REVERSED_MS : 0)),
  };
  const times = (await readSwitch(db, "push_twice")) > 0 ? 2 : 1;
  await db.insert(sandboxCourierPush).values(Array.from({ length: times }, () => row));
}

/** Sends the pushes that are due. @returns whether there were any */
export async function sendDuePushes(db: Database, send: SendPush, now = new Date()): Promise<boolean> {
  const isBackwards = (await readSwitch(db, "push_backwards")) > 0;
  const { id, dueAt } = sandboxCourierPush;
  const rows = await db
    .update(sandboxCourierPush)
    // Another instance does not send it meanwhile; the second try is the last.
    .set({ dueAt: new Date(now.getTime() + RETRY_AFTER_MS), attempts: sql`${sandboxCourierPush.attempts} + 1` })
    .where(
      sql`${id} in (${db
        .select({ id })
        .from(sandboxCourierPush)
        .where(lte(dueAt, now))
        .orderBy(isBackwards ? desc(id) : asc(id))
        .limit(50)
        .for("update", { skipLocked: true })})`,
    )
    .returning();
  rows.sort((one, other) => (isBackwards ? other.id - one.id : one.id - other.id));
  for (const row of rows) {
    const url = await readHook(db, row.courier);
    const status = url === "" ? 0 : await send(url, row.body).catch(() => 0);
    if (status === 200 || row.attempts >= 2) await db.delete(sandboxCourierPush).where(eq(id, row.id));
  }
  return rows.length > 0;
}

export async function nextPushDue(db: Database): Promise<Date | null> {
  const [next] = await db
    .select({ dueAt: sandboxCourierPush.dueAt })
    .from(sandboxCourierPush)
    .orderBy(asc(sandboxCourierPush.dueAt))
    .limit(1);
  return next?.dueAt ?? null;
}

/** "2026-12-01 10:30:05" in India, without a zone. */
export const localTime = (at: string) => `${writeTimeInIndia(new Date(at)).replace("T", " ")}:${at.slice(17, 19)}`;

function shiprocketBody({ awb, reference, status, scans, id }: SandboxParcel) {
  const last = scans.at(-1);
  const [day = "", time = ""] = localTime(last?.at ?? new Date().toISOString()).split(" ");
  return {
    awb,
    courier_name: "Delhivery Surface",
    current_status: status,
    // Of another table than the id that follows.
    current_status_id: 20,
    shipment_status: status,
    shipment_status_id: Number(last?.code),
    current_timestamp: `${day.split("-").reverse().join(" ")} ${time}`,
    order_id: reference,
    sr_order_id: id + 10_000,
    etd: "",
    is_return: 0,
    scans: scans.map(({ at, code, text, place }) => ({
      date: localTime(at),
      status: code,
      activity: text,
      location: place,
      "sr-status": code,
      "sr-status-label": text.toUpperCase(),
    })),
  };
}

function delhiveryBody({ awb, reference, scans }: SandboxParcel) {
  const last = scans.at(-1);
  const [type = "", word = "", nsl = ""] = (last?.code ?? "").split("/");
  return {
    Shipment: {
      AWB: awb,
      ReferenceNo: reference,
      NSLCode: nsl,
      Sortcode: "LKO/AMV",
      PickUpDate: "",
      Status: {
        Status: word,
        StatusType: type,
        StatusDateTime: last ? delhiveryTime(last.at) : "",
        StatusLocation: last?.place ?? "",
        Instructions: last?.text ?? "",
      },
    },
  };
}

/** "2026-12-01T10:30:05.000" in India. */
export const delhiveryTime = (at: string) => `${localTime(at).replace(" ", "T")}.${at.slice(20, 23) || "000"}`;
