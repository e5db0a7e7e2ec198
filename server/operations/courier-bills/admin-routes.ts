import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { listBills, removeBill, uploadBill } from "./bills.ts";
import { readCharges, recordCharge, removeCharge } from "./charges.ts";

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
}

export function courierBillAdminRoutes(admin: FastifyInstance, { db, uploads }: Deps): void {
  handleAdmin(admin, adminEndpoints.listCourierBills, async ({ query }) => ({
    data: await listBills(db, query, new Date()),
  }));
  handleAdmin(admin, adminEndpoints.uploadCourierBill, async ({ query, staff: actor, request }) => {
    const { reference, billedOn, gst, digest } = query;
    const upload = { reference, billedOn, gst, digest, body: request.body };
    return { data: await uploadBill(db, uploads, upload, { actor, now: new Date() }) };
  });
  handleAdmin(admin, adminEndpoints.removeCourierBill, async ({ params, staff: actor }) => {
    await removeBill(db, params.reference, { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.readCourierCharges, async ({ params }) => ({
    data: await readCharges(db, params.number),
  }));
  handleAdmin(admin, adminEndpoints.recordCourierCharge, async ({ params, body, staff: actor }) => ({
    data: await recordCharge(db, params.number, body, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.removeCourierCharge, async ({ params, staff: actor }) => ({
    data: await removeCharge(db, params.number, Number(params.id), { actor, now: new Date() }),
  }));
}
