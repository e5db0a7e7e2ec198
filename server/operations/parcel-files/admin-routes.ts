import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { MAX_PARCEL_FILE_BYTES, type ParcelRow } from "../../../contract/admin/order-files.ts";
import { ApiError } from "../../base/errors.ts";
import { deliverOrder, shipOrder } from "../../orders/fulfilment/fulfil-order.ts";
import type { ApplyAction, StaffActions } from "../../orders/orders/staff/staff-actions.ts";
import type { Database } from "../../platform/database/database.ts";
import { customerOrder, shipment, shipmentItem } from "../../platform/database/schema.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { isDeliveredHeader, isParcelHeader, readDeliveredFile, readParcelFile } from "./parcel-file.ts";

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
  staffActions: StaffActions;
}

export function parcelFileAdminRoutes(admin: FastifyInstance, { db, uploads, staffActions }: Deps): void {
  const rowsOfFile = (body: unknown, isHeader: (cells: readonly string[]) => boolean) =>
    withFolder(uploads, async (folder) => {
      const file = join(folder, "parcels.csv");
      await receiveFile(body, file, MAX_PARCEL_FILE_BYTES);
      return readRows(file, isHeader);
    });
  handleAdmin(admin, adminEndpoints.checkParcelFile, async ({ query: { courier = "" }, request }) => {
    const read = readParcelFile(await rowsOfFile(request.body, isParcelHeader), courier);
    if ("problem" in read) throw ApiError.ofField("file", read.problem);
    const ship =
      ({ courier, awb }: ParcelRow): ApplyAction =>
      (trx, order, context) =>
        shipOrder(trx, order, { courier, awb }, context);
    return { data: { parcels: await checkParcels(staffActions, read.parcels, ship) } };
  });
  handleAdmin(admin, adminEndpoints.checkDeliveredFile, async ({ request }) => {
    const read = readDeliveredFile(await rowsOfFile(request.body, isDeliveredHeader));
    if ("problem" in read) throw ApiError.ofField("file", read.problem);
    const parcels = await findOrders(db, read.parcels);
    return { data: { parcels: await checkParcels(staffActions, parcels, () => deliverOrder) } };
  });
}

/** Finds the orders of parcels. One that is not its order's only parcel has a problem: its order is not delivered with it. */
async function findOrders(
  db: Database,
  parcels: readonly Pick<ParcelRow, "row" | "awb" | "problem">[],
): Promise<ParcelRow[]> {
  const found = await db
    .select({
      awb: shipment.awb,
      courier: shipment.courier,
      number: customerOrder.number,
      isReplacement: shipment.isReplacement,
      isSplit: sql<boolean>`exists (select from ${shipmentItem} where ${shipmentItem.shipmentId} = ${shipment.id})`,
    })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(
      inArray(
        shipment.awb,
        parcels.map(({ awb }) => awb),
      ),
    );
  return parcels.map(({ row, awb, problem }) => {
    const parcel = found.find((one) => one.awb === awb);
    const known = { row, awb, number: parcel?.number ?? "", courier: parcel?.courier ?? "" };
    if (problem) return { ...known, problem };
    if (!parcel) return { ...known, problem: `No parcel has the AWB ${awb}.` };
    const holds = parcel.isReplacement ? "what was replaced or exchanged" : parcel.isSplit ? "a part of the order" : "";
    return { ...known, problem: holds && `It holds ${holds}; please mark it as delivered on the order’s page.` };
  });
}

/** Does it with the parcels with which nothing is wrong so far, and undoes it: so each has the problem that it would have. */
async function checkParcels(
  { previewEach }: StaffActions,
  parcels: readonly ParcelRow[],
  applyTo: (parcel: ParcelRow) => ApplyAction,
): Promise<ParcelRow[]> {
  const results = await previewEach(
    parcels.filter(({ problem }) => problem === ""),
    applyTo,
  );
  return parcels.map((parcel) => ({
    ...parcel,
    problem: parcel.problem || (results.find(({ number }) => number === parcel.number)?.problem ?? ""),
  }));
}
