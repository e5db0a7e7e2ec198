import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import {
  addWebhookEndpoint,
  deleteWebhookEndpoint,
  listDeliveries,
  listWebhookEndpoints,
  retryDelivery,
  rotateWebhookSecret,
  switchWebhookEndpoint,
} from "./webhook-endpoints.ts";

interface RouteDeps {
  db: Database;
  settings: { CODE_SECRET: string };
}

export function webhookAdminRoutes(
  admin: FastifyInstance,
  { db, settings: { CODE_SECRET: codeSecret } }: RouteDeps,
): void {
  handleAdmin(admin, adminEndpoints.listWebhookEndpoints, async () => ({ data: await listWebhookEndpoints(db) }));
  handleAdmin(admin, adminEndpoints.addWebhookEndpoint, async ({ staff, body }) => ({
    data: await addWebhookEndpoint(db, body, { staff, codeSecret }),
  }));
  handleAdmin(admin, adminEndpoints.switchWebhookEndpoint, async ({ staff, params, body }) => {
    await switchWebhookEndpoint(db, Number(params.id), body.isOn, staff);
    return { data: await listWebhookEndpoints(db) };
  });
  handleAdmin(admin, adminEndpoints.rotateWebhookSecret, async ({ staff, params }) => ({
    data: await rotateWebhookSecret(db, Number(params.id), { staff, codeSecret }),
  }));
  handleAdmin(admin, adminEndpoints.deleteWebhookEndpoint, async ({ staff, params }) => {
    await deleteWebhookEndpoint(db, Number(params.id), staff);
    return { data: await listWebhookEndpoints(db) };
  });
  handleAdmin(admin, adminEndpoints.listDeliveries, async ({ params, query: { before } }) => ({
    data: await listDeliveries(db, Number(params.id), before === undefined ? null : Number(before)),
  }));
  handleAdmin(admin, adminEndpoints.retryDelivery, async ({ staff, params }) => {
    await retryDelivery(db, { id: Number(params.id), delivery: Number(params.delivery) }, staff);
    return { data: {} };
  });
}
