import Fastify, { type FastifyInstance } from "fastify";
import { ALL_PERMISSIONS } from "../contract/admin/permissions.ts";
import { adminApi } from "./admin-app.ts";
import { orderTerms } from "./buying/checkout/order-terms.ts";
import type { CommandAppDeps } from "./operations/commands/context.ts";
import { createAdminEvents } from "./operations/reports/admin-events.ts";
import { createShopProcess } from "./operations/setup/shop-process.ts";
import { COMMAND_ACTOR } from "./platform/audit/record-audit.ts";
import { uploadsFolder } from "./platform/http/multipart.ts";
import { createRepeatedRequests } from "./platform/http/repeated-requests.ts";
import { newRequestId } from "./platform/http/request-guard.ts";
import type { Staff } from "./platform/http/staff-sessions.ts";
import { createMediaLibrary } from "./platform/media/media-library.ts";
import { createShopSettings } from "./selling/settings/shop-settings.ts";
import { ANY_SERVICE } from "./selling/shipping/courier-service.ts";
import { createShippingReader } from "./selling/shipping/shipping-reader.ts";

/**
 * Who calls the back office by a command: who may read the shop's database already may do everything, so there is no second factor to
 * give. The audit log calls it Command.
 */
const commandStaff = (): Omit<Staff, "requestId"> => ({
  ...COMMAND_ACTOR,
  id: 0,
  sessionId: 0,
  email: "",
  permissions: new Set(ALL_PERMISSIONS),
  refundLimitPaise: Number.POSITIVE_INFINITY,
  secondFactorAt: new Date(),
});

/**
 * Assembles the API of the back office for a command's process, which injects requests. It runs no jobs, serves no pages and contacts no
 * service: what it queues, the running shop does.
 */
export async function createCommandApp({
  settings,
  database,
  environment,
  log,
}: CommandAppDeps): Promise<FastifyInstance> {
  const { db, latest } = database;
  const app = Fastify({
    genReqId: newRequestId,
    logger: { level: settings.LOG_LEVEL === "silent" ? "silent" : "error", stream: log },
    routerOptions: { maxParamLength: 200 },
  });
  app.decorate("repeatedRequests", createRepeatedRequests(db, settings.CODE_SECRET));
  const shopSettings = createShopSettings({ db, latest }, settings, environment);
  const shipping = createShippingReader(latest);
  await app.register(adminApi, {
    prefix: "/admin/api",
    db,
    settings,
    environment,
    shopSettings,
    readSender: shopSettings.mailSender,
    terms: orderTerms({ settings, shopSettings, shipping, readCouriers: async () => ANY_SERVICE }),
    readShipping: shipping.current,
    media: createMediaLibrary(settings, app.log),
    uploads: uploadsFolder(settings.DATA_DIR),
    adminEvents: createAdminEvents(),
    shopProcess: createShopProcess(),
    countOtherInstances: database.countOtherInstances,
    services: null,
    findStaff: async () => commandStaff(),
  });
  return app;
}
