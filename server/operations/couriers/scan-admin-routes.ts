import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { findAnyOrder } from "../../orders/orders/find-order.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { renewPushAddress } from "./pushes.ts";
import { listReportedParcels, listScanProblems, readScans, resolveScanProblem } from "./staff-scans.ts";
import { listUnclearBookings } from "./unclear-bookings.ts";

interface Deps {
  db: Database;
  settings: DeploymentSettings;
}

export function scanAdminRoutes(admin: FastifyInstance, { db, settings }: Deps): void {
  handleAdmin(admin, adminEndpoints.renewPushAddress, async ({ params, staff: actor, request }) => {
    const origin = settings.SHOP_ORIGIN || originOf(request);
    return { data: await renewPushAddress(db, Number(params.id), { origin, actor, now: new Date() }) };
  });
  handleAdmin(admin, adminEndpoints.readScans, async ({ params }) => ({
    data: await readScans(db, (await findAnyOrder(db, params.number)).id),
  }));
  handleAdmin(admin, adminEndpoints.listScanProblems, async () => ({ data: await listScanProblems(db) }));
  handleAdmin(admin, adminEndpoints.listReportedParcels, async () => ({ data: await listReportedParcels(db) }));
  handleAdmin(admin, adminEndpoints.listUnclearBookings, async () => ({ data: await listUnclearBookings(db) }));
  handleAdmin(admin, adminEndpoints.resolveScanProblem, async ({ params, staff: actor }) => ({
    data: await resolveScanProblem(db, Number(params.id), { actor, now: new Date() }),
  }));
}
