import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import type { SlipRules } from "../../../orders/fulfilment/packing-slip.ts";
import type { StaffActions } from "../../../orders/orders/staff/staff-actions.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import { addPackingPhoto, packParcel, readPackingPhoto, toMeasures } from "./pack-parcel.ts";
import { readPacking } from "./read-packing.ts";

interface Deps {
  db: Database;
  staffActions: StaffActions;
  readSettings: () => Promise<SlipRules>;
}

export function packingAdminRoutes(admin: FastifyInstance, { db, staffActions: { act }, readSettings }: Deps): void {
  handleAdmin(admin, adminEndpoints.readPacking, async ({ query }) => ({
    data: await readPacking(db, query.code, await readSettings()),
  }));
  handleAdmin(admin, adminEndpoints.packParcel, async (input) => {
    const { version: _, ...given } = input.body;
    const measures = toMeasures(given);
    const apply = act(
      "pack",
      input,
      (trx, order, { now }) => packParcel(trx, order, measures, { actor: input.staff, now }),
      measures ?? {},
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.addPackingPhoto, async ({ params, files: { file }, staff: actor }) => {
    await addPackingPhoto(db, params.number, file, { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.downloadPackingPhoto, async ({ params, query, reply }) => {
    const content = await readPackingPhoto(db, params.number, query.awb);
    reply.header("content-disposition", `attachment; filename="parcel-${params.number}.webp"`);
    return content;
  });
}
