import type { FastifyInstance } from "fastify";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { receivePush } from "./pushes.ts";

/** Maximum size of a push: a status has a kilobyte, one with all scans of a parcel some ten. */
const MAX_PUSH_BYTES = 64 * 1024;

/** The address that couriers push scans to. */
export async function courierPushRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_PUSH_BYTES }, (_request, body, done) => {
    done(null, body);
  });
  app.post<{ Params: { token: string } }>("/hooks/parcels/:token", { schema: { hide: true } }, async (request) => {
    const { body, params } = request;
    const isKnown = await receivePush(db, params.token, Buffer.isBuffer(body) ? body : Buffer.alloc(0), new Date());
    if (!isKnown) throw new ApiError("not_found", "There is nothing at this address.");
    return { success: true };
  });
}
