import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { listOldOrders } from "./old-orders.ts";

export function oldOrderRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  handle(app, endpoints.listOldOrders, ({ customer, query }) => listOldOrders(db, customer.id, query));
}
