import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { GoLive } from "../../../contract/admin/go-live.ts";
import { ApiError } from "../../base/errors.ts";
import { equalInConstantTime } from "../../base/secrets.ts";
import { takeBackTestOrders } from "../../orders/post-purchase/take-back-test-orders.ts";
import { renewFirstInvitation } from "../../people/staff/invitations.ts";
import { COMMAND_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { recordMilestone } from "../../platform/live/database-state.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { changeSettings } from "../../selling/settings/change-settings.ts";
import { closedShopPath } from "../../selling/settings/closed-shop.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import { changeConnections, readConnections } from "./connections.ts";
import { envFileOf } from "./env-file.ts";
import { readSetup, setUpShop, testSetupMail } from "./first-setup.ts";
import { readGoLive } from "./go-live.ts";
import { readOptionalParts } from "./optional-points.ts";
import { proposedSettings } from "./proposals.ts";
import { listServices, type ServiceDeps, testService } from "./service-checks.ts";
import { restartAfter, type ShopProcess } from "./shop-process.ts";
import { storeStarters } from "./starters.ts";

interface RouteDeps extends ContextDeps {
  environment: Record<string, string | undefined>;
  media: MediaLibrary;
  shopProcess: ShopProcess;
  /** Counts the other instances on this database. */
  countOtherInstances(): Promise<number>;
  /** The services that can be tested; null if this process contacts none. */
  services: ServiceDeps | null;
}

export function setupAdminRoutes(admin: FastifyInstance, deps: RouteDeps): void {
  const { db, environment, settings, media, services } = deps;
  firstSetupRoutes(admin, deps);
  connectionRoutes(admin, deps);
  const read = async (): Promise<{ data: GoLive }> => ({
    data: {
      ...(await readGoLive(db, { environment, demo: settings.DEMO })),
      isOpen: settings.DEMO || (await readStored(db, environment)).SHOP_OPEN,
      visitPath: closedShopPath(settings.CODE_SECRET, new Date()),
      services: await listServices(deps),
      optional: await readOptionalParts(db, settings),
    },
  });
  handleAdmin(admin, adminEndpoints.readGoLive, read);
  handleAdmin(admin, adminEndpoints.acceptProposals, async ({ staff, body: { names } }) => {
    const accepted = (await proposedSettings(db, environment)).filter(({ name }) => names.includes(name));
    const values = Object.fromEntries(accepted.map(({ name, value }) => [name, value]));
    await changeSettings({ db, actor: staff, environment }, values);
    return read();
  });
  handleAdmin(admin, adminEndpoints.storeStarters, async ({ staff }) => {
    const stored = await storeStarters(db, media, staff);
    const subject = { type: "shop" as const, id: "starters" };
    await recordAudit(db, staff, { action: "shop.starters_stored", subject, after: stored }, new Date());
    return read();
  });
  handleAdmin(admin, adminEndpoints.dismissGuide, async ({ staff }) => {
    await db.transaction(async (trx) => {
      await recordMilestone(trx, "guide_dismissed");
      const subject = { type: "shop" as const, id: "guide" };
      await recordAudit(trx, staff, { action: "shop.guide_dismissed", subject }, new Date());
    });
    return read();
  });
  handleAdmin(admin, adminEndpoints.takeBackTestOrders, async ({ staff }) => {
    await takeBackTestOrders(db, staff, new Date());
    return read();
  });
  handleAdmin(admin, adminEndpoints.listServices, async () => ({ data: await listServices(deps) }));
  if (services)
    handleAdmin(admin, adminEndpoints.testService, async ({ staff, params: { service }, request }) => {
      const sender = await deps.readSender(originOf(request));
      return { data: await testService(services, service, { staff, sender }) };
    });
}

/** The page that npm start links to, for who has its link: nobody has an account yet. */
function firstSetupRoutes(admin: FastifyInstance, deps: RouteDeps): void {
  const { db, environment, settings, shopProcess } = deps;
  const requireToken = async (request: FastifyRequest, token: string) => {
    if (shopProcess.setupToken !== null && equalInConstantTime(token, shopProcess.setupToken)) return;
    const { ip, attemptsPerIp, now } = await contextOf(request, deps);
    await consume(db, perIp("staff sign-in", ip, attemptsPerIp), now);
    throw linkUsed();
  };
  const requireDemo = () => {
    if (!settings.DEMO)
      throw new ApiError("conflict", "Your shop is set up already. Reload this page to make your account.");
  };
  handleAdmin(admin, adminEndpoints.reachShop, async ({ params: { nonce }, request }) => {
    const origin = originOf(request);
    if (!shopProcess.reached.note(nonce, origin)) throw new ApiError("not_found");
    return { data: { origin } };
  });
  handleAdmin(admin, adminEndpoints.openSetup, async ({ body, request }) => {
    await requireToken(request, body.token);
    const origin = originOf(request);
    if (settings.DEMO) return { data: readSetup(deps, { origin, invitation: null }) };
    // The response of the setup was lost, or nobody has followed its link.
    const sender = await deps.readSender(origin);
    const invitation = await db.transaction((trx) =>
      renewFirstInvitation(trx, COMMAND_ACTOR, { demo: false, sender, now: new Date() }),
    );
    if (invitation === null) throw linkUsed();
    return { data: readSetup(deps, { origin, invitation }) };
  });
  handleAdmin(admin, adminEndpoints.testSetupMail, async ({ body, request }) => {
    await requireToken(request, body.token);
    requireDemo();
    await testSetupMail(body);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.setUpShop, async ({ body: { token, ...answers }, request, reply }) => {
    await requireToken(request, token);
    requireDemo();
    const { file } = envFileOf(environment) ?? { file: "" };
    const requestOrigin = originOf(request);
    const { data, former } = await shopProcess.exclusively(() => setUpShop({ ...deps, file, requestOrigin }, answers));
    restartAfter(reply.raw, shopProcess, former);
    return { data };
  });
}

const linkUsed = () => ApiError.ofField("token", "This link was used, or is of an earlier start.");

function connectionRoutes(admin: FastifyInstance, deps: RouteDeps): void {
  handleAdmin(admin, adminEndpoints.readConnections, async () => ({ data: await readConnections(deps) }));
  const { services } = deps;
  if (!services) return;
  handleAdmin(admin, adminEndpoints.changeConnections, async ({ staff, body, request, reply }) => {
    const requestOrigin = originOf(request);
    const sender = await deps.readSender(requestOrigin);
    const by = { staff, sender, requestOrigin };
    const changed = await changeConnections({ ...deps, transport: services.transport }, body, by);
    const { data, former } = changed;
    restartAfter(reply.raw, deps.shopProcess, former);
    return { data };
  });
}
