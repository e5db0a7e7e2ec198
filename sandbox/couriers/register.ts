/**
 * Fakes of couriers, each with the protocol of the real one, over one store of parcels. They know nothing of the shop, and their state is in
 * the database, so they run inside the shop or beside it, in several instances.
 */

import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/platform/database/database.ts";
import { createPollLoop } from "../../server/platform/jobs/poll-loop.ts";
import { fetchFrom, type InProcessFetch } from "../in-process-fetch.ts";
import { delhiveryRoutes } from "./delhivery/rest.ts";
import { couriersPageRoute } from "./page.ts";
import { nextPushDue, type SendPush, sendDuePushes } from "./pushes.ts";
import { type ShiprocketCredentials, shiprocketRoutes } from "./shiprocket/rest.ts";

const COURIERS_PATH = "/sandbox/couriers";
export const SHIPROCKET_PATH = `${COURIERS_PATH}/one/v1/external`;

export const DELHIVERY_PATH = `${COURIERS_PATH}/two`;
/** Polls at least this often: other processes queue pushes as well. */
const LONGEST_PAUSE_MS = 1000;

export const SANDBOX_DELHIVERY = { token: "kewra-demo-delhivery" };
/** The same for every instance. */
export const SANDBOX_SHIPROCKET: ShiprocketCredentials = { email: "api@kewra.example", password: "kewra-demo-courier" };

export interface CouriersSandbox {
  shiprocket: ShiprocketCredentials & { api: string };
  delhivery: { token: string; api: string };
  /** Calls the couriers in process, without a port. */
  fetch: InProcessFetch;
}

export async function registerCouriersSandbox(
  app: FastifyInstance,
  { db, origin }: { db: Database; origin: string },
): Promise<CouriersSandbox> {
  const credentials = SANDBOX_SHIPROCKET;
  await app.register(shiprocketRoutes, { prefix: SHIPROCKET_PATH, db, credentials, path: SHIPROCKET_PATH });
  await app.register(delhiveryRoutes, { prefix: DELHIVERY_PATH, db, ...SANDBOX_DELHIVERY, path: DELHIVERY_PATH });
  await app.register(couriersPageRoute, { prefix: COURIERS_PATH, db, path: COURIERS_PATH });
  pushWhileOpen(app, db);
  return {
    shiprocket: { ...credentials, api: `${origin}${SHIPROCKET_PATH}` },
    delhivery: { ...SANDBOX_DELHIVERY, api: `${origin}${DELHIVERY_PATH}` },
    fetch: fetchFrom(app),
  };
}

/** Pushes scans to this very shop, whatever its host, in process. */
function pushWhileOpen(app: FastifyInstance, db: Database): void {
  const send: SendPush = async (url, payload) => {
    const headers = { "content-type": "application/json" };
    return (await app.inject({ method: "POST", url: new URL(url).pathname, headers, payload })).statusCode;
  };
  const loop = createPollLoop({
    round: () => sendDuePushes(db, send),
    nextDue: () => nextPushDue(db),
    onError: (error) => app.log.warn({ err: error }, "the pushes of the courier sandbox cannot be read right now"),
    longestPauseMs: LONGEST_PAUSE_MS,
  });
  app.addHook("onReady", async () => loop.wake());
  app.addHook("preClose", () => loop.stop());
}
