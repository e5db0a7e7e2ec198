/**
 * Fakes of couriers, each with the protocol of the real one, over one store of parcels. They know nothing of the shop, and their state is in
 * the database, so they run inside the shop or beside it, in several instances.
 */

import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/platform/database/database.ts";
import { fetchFrom, type InProcessFetch } from "../in-process-fetch.ts";
import { couriersPageRoute } from "./page.ts";
import { type ShiprocketCredentials, shiprocketRoutes } from "./shiprocket/rest.ts";

const COURIERS_PATH = "/sandbox/couriers";
export const SHIPROCKET_PATH = `${COURIERS_PATH}/one/v1/external`;

/** The same for every instance. */
export const SANDBOX_SHIPROCKET: ShiprocketCredentials = { email: "api@kewra.example", password: "kewra-demo-courier" };

export interface CouriersSandbox {
  shiprocket: ShiprocketCredentials & { api: string };
  /** Calls the couriers in process, without a port. */
  fetch: InProcessFetch;
}

export async function registerCouriersSandbox(
  app: FastifyInstance,
  { db, origin }: { db: Database; origin: string },
): Promise<CouriersSandbox> {
  const credentials = SANDBOX_SHIPROCKET;
  await app.register(shiprocketRoutes, { prefix: SHIPROCKET_PATH, db, credentials, path: SHIPROCKET_PATH });
  await app.register(couriersPageRoute, { prefix: COURIERS_PATH, db, path: COURIERS_PATH });
  return { shiprocket: { ...credentials, api: `${origin}${SHIPROCKET_PATH}` }, fetch: fetchFrom(app) };
}
