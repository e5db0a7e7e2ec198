import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { MAX_PARCEL_FILE_BYTES, type ParcelRow } from "../../../contract/admin/order-files.ts";
import { ApiError } from "../../base/errors.ts";
import { shipOrder } from "../../orders/fulfilment/fulfil-order.ts";
import type { StaffActions } from "../../orders/orders/staff/staff-actions.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { readRows, receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { isParcelHeader, readParcelFile } from "./parcel-file.ts";

interface Deps {
  /** The folder for uploads. */
  uploads: string;
  staffActions: StaffActions;
}

export function parcelFileAdminRoutes(admin: FastifyInstance, { uploads, staffActions }: Deps): void {
  handleAdmin(admin, adminEndpoints.checkParcelFile, async ({ query: { courier = "" }, request }) => {
    const rows = await withFolder(uploads, async (folder) => {
      const file = join(folder, "parcels.csv");
      await receiveFile(request.body, file, MAX_PARCEL_FILE_BYTES);
      return readRows(file, isParcelHeader);
    });
    const read = readParcelFile(rows, courier);
    if ("problem" in read) throw ApiError.ofField("file", read.problem);
    return { data: { parcels: await checkParcels(staffActions, read.parcels) } };
  });
}

/** Ships the parcels with which nothing is wrong so far, and undoes it: so each has the problem that it would have. */
async function checkParcels({ previewEach }: StaffActions, parcels: readonly ParcelRow[]): Promise<ParcelRow[]> {
  const results = await previewEach(
    parcels.filter(({ problem }) => problem === ""),
    ({ courier, awb }) =>
      (trx, order, context) =>
        shipOrder(trx, order, { courier, awb }, context),
  );
  return parcels.map((parcel) => ({
    ...parcel,
    problem: parcel.problem || (results.find(({ number }) => number === parcel.number)?.problem ?? ""),
  }));
}
