import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import {
  changeDispute,
  listDisputes,
  readDispute,
  recordDownload,
} from "../../orders/payments/disputes/staff-disputes.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { makeEvidence } from "./evidence.ts";

export function disputeAdminRoutes(
  admin: FastifyInstance,
  { db, media, readSettings }: { db: Database; media: MediaLibrary; readSettings: () => Promise<ShopSettings> },
): void {
  handleAdmin(admin, adminEndpoints.listDisputes, async ({ query: { tab, after } }) => ({
    data: await listDisputes(db, { tab, after: after === undefined ? undefined : Number(after) }),
  }));
  handleAdmin(admin, adminEndpoints.readDispute, async ({ params }) => ({
    data: await readDispute(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.changeDispute, async ({ params, body, staff }) => ({
    data: await changeDispute(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.readEvidence, async ({ params, staff, reply }) => {
    const id = Number(params.id);
    const dispute = await readDispute(db, id);
    const evidence = await makeEvidence({ db, media }, dispute, await readSettings());
    await recordDownload(db, id, staff);
    reply.header("content-disposition", `attachment; filename="evidence-${dispute.order}.zip"`);
    return evidence;
  });
}
