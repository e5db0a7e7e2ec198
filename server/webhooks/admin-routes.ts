import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { addWebhook, deleteWebhook, listDeliveries, listWebhooks, retryDelivery, switchWebhook } from "./webhooks.ts";

interface RouteDeps {
  db: Database;
  settings: { CODE_SECRET: string };
}

export function webhookAdminRoutes(
  admin: FastifyInstance,
  { db, settings: { CODE_SECRET: codeSecret } }: RouteDeps,
): void {
  handleAdmin(admin, adminEndpoints.listWebhooks, async () => ({ data: await listWebhooks(db) }));
  handleAdmin(admin, adminEndpoints.addWebhook, async ({ staff, body }) => ({
    data: await addWebhook(db, body, { staff, codeSecret }),
  }));
  handleAdmin(admin, adminEndpoints.switchWebhook, async ({ staff, params, body }) => {
    await switchWebhook(db, Number(params.id), body.isOn, staff);
    return { data: await listWebhooks(db) };
  });
  handleAdmin(admin, adminEndpoints.deleteWebhook, async ({ staff, params }) => {
    await deleteWebhook(db, Number(params.id), staff);
    return { data: await listWebhooks(db) };
  });
  handleAdmin(admin, adminEndpoints.listDeliveries, async ({ params, query: { before } }) => ({
    data: await listDeliveries(db, Number(params.id), before === undefined ? null : Number(before)),
  }));
  handleAdmin(admin, adminEndpoints.retryDelivery, async ({ staff, params }) => {
    await retryDelivery(db, { id: Number(params.id), delivery: Number(params.delivery) }, staff);
    return { data: {} };
  });
}
