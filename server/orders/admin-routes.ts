import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import { listForStaff, readForStaff } from "./admin-orders.ts";
import { findAnyOrder } from "./find-order.ts";
import { countTabs } from "./order-tabs.ts";

export function orderAdminRoutes(
  admin: FastifyInstance,
  { db, shopSettings }: { db: Database; shopSettings: ShopSettingsReader },
): void {
  handleAdmin(admin, adminEndpoints.listAllOrders, async ({ query }) => ({ data: await listForStaff(db, query) }));
  handleAdmin(admin, adminEndpoints.countOrders, async () => ({ data: await countTabs(db) }));
  handleAdmin(admin, adminEndpoints.readAnyOrder, async ({ params }) => {
    const { RETURN_DAYS } = await shopSettings.current();
    return { data: await readForStaff(db, await findAnyOrder(db, params.number), RETURN_DAYS) };
  });
}
