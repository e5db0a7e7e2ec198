import { and, desc, eq, exists, isNotNull, lt, sql } from "drizzle-orm";
import type { Packing } from "../../../../contract/admin/couriers.ts";
import { DAY_MS } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import { packOrder } from "../../../orders/fulfilment/fulfil-order.ts";
import { findAnyOrder } from "../../../orders/orders/find-order.ts";
import type { OrderRow } from "../../../orders/orders/order-row.ts";
import { requireAction } from "../../../orders/orders/staff/order-facts.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { packedParcel, parcelBooking } from "../../../platform/database/schema.ts";
import type { UploadedFile, UploadedOnDisk } from "../../../platform/http/multipart.ts";
import { remakePicture } from "../../../platform/media/uploaded-picture.ts";
import { readContent } from "../parcel-content.ts";
import { nextStep } from "./read-packing.ts";

/** The longer side of a photo, in pixels: enough to read a scale and a tape measure. */
const PHOTO_SIDE = 1600;
/** For how long photos are kept; a difference in weight is disputed within days, and decided within weeks. */
const KEPT_DAYS = 90;

const NAMES: Readonly<Record<keyof Packing, string>> = {
  grams: "Please give the weight, too.",
  lengthMm: "Please give all three sides.",
  widthMm: "Please give all three sides.",
  heightMm: "Please give all three sides.",
};

/** Reads what was weighed and measured: everything, or nothing. @throws ApiError (422) naming what is missing */
export function toMeasures(given: { [Name in keyof Packing]?: number | undefined }): Packing | null {
  const { grams, lengthMm, widthMm, heightMm } = given;
  if (grams !== undefined && lengthMm !== undefined && widthMm !== undefined && heightMm !== undefined)
    return { grams, lengthMm, widthMm, heightMm };
  const names = Object.keys(NAMES) as (keyof Packing)[];
  const missing = names.find((name) => given[name] === undefined);
  if (missing === undefined || names.every((name) => given[name] === undefined)) return null;
  throw ApiError.ofField(missing, NAMES[missing]);
}

/**
 * Packs a locked order, unless it is packed already, and records what its parcel weighs and measures.
 * @throws ApiError (409) if nothing of it is to be sent
 */
export async function packParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  measures: Packing | null,
  { actor, now }: { actor: Actor; now: Date },
): Promise<OrderRow> {
  const step = await nextStep(trx, order);
  // Says why it is not possible.
  if (step === null) await requireAction(trx, order, "pack");
  const content = measures && (await readContent(trx, order));
  if (measures && content) {
    const { contentHash } = content;
    await trx
      .insert(packedParcel)
      .values({ orderId: order.id, contentHash, ...measures, packedBy: actor.name, packedAt: now });
  }
  return step === "pack" ? packOrder(trx, order, now) : order;
}

/**
 * Stores a photo of the parcel of an order that was packed last.
 * @throws ApiError (404) if none was weighed, (413), (422) for what is no picture, (503)
 */
export async function addPackingPhoto(
  db: Database,
  number: string,
  file: UploadedFile | UploadedOnDisk | undefined,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (!file || !("content" in file)) throw ApiError.ofField("file", "Please take a photo.");
  const order = await findAnyOrder(db, number);
  const photo = await remakePicture(file.content, { field: "file", notAPicture: "This is no photo." }, (picture) =>
    picture.resize(PHOTO_SIDE, PHOTO_SIDE, { fit: "inside", withoutEnlargement: true }),
  );
  await db.transaction(async (trx) => {
    const { id } = await findLast(trx, order);
    await trx.update(packedParcel).set({ photo }).where(eq(packedParcel.id, id));
    const subject = { type: "order" as const, id: order.number };
    await recordAudit(
      trx,
      actor,
      { action: "order.packing_photo_added", subject, after: { bytes: photo.byteLength } },
      now,
    );
  });
}

/** @param awb the parcel; by default the one that was packed last @throws ApiError (404) */
export async function readPackingPhoto(db: Database, number: string, awb?: string): Promise<Buffer> {
  const { photo } = await findLast(db, await findAnyOrder(db, number), awb);
  if (photo === null) throw new ApiError("not_found", `There is no photo of the parcel of order ${number}.`);
  return Buffer.from(photo);
}

/** Whether what was packed is what is booked: an order can have several parcels. */
export const isPackedFor = and(
  eq(packedParcel.orderId, parcelBooking.orderId),
  eq(packedParcel.contentHash, parcelBooking.contentHash),
);

async function findLast(db: DatabaseOrTransaction, order: OrderRow, awb?: string) {
  const booked = db.select({ one: sql`1` }).from(parcelBooking);
  const [last] = await db
    .select({ id: packedParcel.id, photo: packedParcel.photo })
    .from(packedParcel)
    .where(
      and(
        eq(packedParcel.orderId, order.id),
        awb === undefined ? undefined : exists(booked.where(and(isPackedFor, eq(parcelBooking.awb, awb)))),
      ),
    )
    .orderBy(desc(packedParcel.id))
    .limit(1);
  if (!last) throw new ApiError("not_found", `No parcel of order ${order.number} was weighed.`);
  return last;
}

/** Deletes photos that no dispute needs any more. */
export async function deleteOldPackingPhotos(db: Database, now: Date): Promise<void> {
  await db
    .update(packedParcel)
    .set({ photo: null })
    .where(and(isNotNull(packedParcel.photo), lt(packedParcel.packedAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS))));
}
