import Fastify, { type FastifyInstance, LogController } from "fastify";
import { adminApi } from "./admin-app.ts";
import { cashOnDeliveryRoutes } from "./buying/cash-on-delivery/routes.ts";
import { confirmOrder } from "./buying/checkout/confirm-order.ts";
import { orderTerms } from "./buying/checkout/order-terms.ts";
import { readCash } from "./buying/checkout/read-cash.ts";
import { checkoutRoutes } from "./buying/checkout/routes.ts";
import { draftOrders } from "./buying/draft-orders/pay-draft-order.ts";
import { draftOrderRoutes } from "./buying/draft-orders/routes.ts";
import { assistedCartRoute } from "./operations/agents/assisted-cart-route.ts";
import { agentCheckouts } from "./operations/agents/buying/source.ts";
import { createPlatformProfiles } from "./operations/agents/callers/platform-profiles.ts";
import { agentRoutes } from "./operations/agents/routes.ts";
import { createCourierService } from "./operations/couriers/courier-service.ts";
import { failedDeliveryRoutes } from "./operations/couriers/failed-deliveries/routes.ts";
import { courierPushRoutes } from "./operations/couriers/push-routes.ts";
import { createFeedFiles } from "./operations/feeds/feed-files.ts";
import { feedRoutes } from "./operations/feeds/routes.ts";
import { searchEngineRoutes } from "./operations/pages/search-engines.ts";
import type { Storefront } from "./operations/pages/storefront.ts";
import { webAppManifestRoute } from "./operations/pages/web-app-manifest.ts";
import { createAdminEvents, isAdminTopic } from "./operations/reports/admin-events.ts";
import { createServices } from "./operations/services.ts";
import { createShopProcess, type ShopProcess } from "./operations/setup/shop-process.ts";
import { orderRoutes } from "./orders/orders/routes.ts";
import { paymentRoutes } from "./orders/payments/routes.ts";
import { applyPaidEdit } from "./orders/post-purchase/apply-paid-edit.ts";
import { cancelOrder } from "./orders/post-purchase/cancel-order.ts";
import { postPurchaseRoutes } from "./orders/post-purchase/routes.ts";
import { accountRoutes } from "./people/accounts/routes.ts";
import { sessionCheck } from "./people/accounts/sessions.ts";
import { storePhoneText } from "./people/contact/phone-texts.ts";
import { contactRoutes } from "./people/contact/routes.ts";
import { newsletterLinkRoutes, newsletterRoutes } from "./people/newsletter/routes.ts";
import { oldOrderRoutes } from "./people/old-orders/routes.ts";
import { privacyRoutes } from "./people/privacy/routes.ts";
import type { DeploymentSettings, Environment } from "./platform/config/config.ts";
import type { OpenDatabase, Topic } from "./platform/database/database.ts";
import { bodies } from "./platform/http/bodies.ts";
import { CONNECTION_OPTIONS, endSlowBodies, ignoreUnknownExpectations } from "./platform/http/connections.ts";
import { documentation } from "./platform/http/documentation.ts";
import { acceptDraining } from "./platform/http/draining.ts";
import { sendError, sendErrorsAsJson, sendErrorsAsText } from "./platform/http/errors.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { addInProcessClient } from "./platform/http/in-process-client.ts";
import { openLogOutput } from "./platform/http/log-output.ts";
import { logSerializers } from "./platform/http/logging.ts";
import { deleteAbandonedFilesRegularly, uploadsFolder } from "./platform/http/multipart.ts";
import { createRepeatedRequests } from "./platform/http/repeated-requests.ts";
import { guardRequests, newRequestId } from "./platform/http/request-guard.ts";
import { createResponseCache } from "./platform/http/response-cache.ts";
import { acceptSessions } from "./platform/http/sessions.ts";
import { sharedCacheHeaders } from "./platform/http/shared-cache-headers.ts";
import { warnOfUntrustedProxy } from "./platform/http/untrusted-proxy.ts";
import { addRecurringJob } from "./platform/jobs/add-job.ts";
import type { TaskIdentifier } from "./platform/jobs/tasks.ts";
import { createJobWorker } from "./platform/jobs/worker.ts";
import { createMediaLibrary } from "./platform/media/media-library.ts";
import { mediaRoutes } from "./platform/media/routes.ts";
import { phoneWebhookRoutes } from "./platform/phone-messages/routes.ts";
import { createLocalLimits } from "./platform/rate-limits/local-limits.ts";
import { closeToStrangers } from "./selling/settings/closed-shop.ts";
import { settingRoutes } from "./selling/settings/routes.ts";
import { createShopSettings } from "./selling/settings/shop-settings.ts";
import { shippingRoutes } from "./selling/shipping/routes.ts";
import { createShippingReader } from "./selling/shipping/shipping-reader.ts";
import { termsForAll } from "./selling/shipping/shipping-rules.ts";
import { cartRoutes } from "./shop/cart/routes.ts";
import { createCategoryFinder } from "./shop/catalogue/categories.ts";
import { createCountsCache } from "./shop/catalogue/listing/counts-cache.ts";
import { catalogueRoutes } from "./shop/catalogue/routes.ts";
import { createPostgresqlSearch } from "./shop/catalogue/search/postgresql-search.ts";
import { readMenus } from "./shop/content/menus.ts";
import { contentRoutes } from "./shop/content/routes.ts";
import { createNotFoundCounter } from "./shop/redirects/not-found-paths.ts";
import { createRedirectReader } from "./shop/redirects/redirect-reader.ts";
import { reviewRoutes } from "./shop/reviews/routes.ts";
import { wishlistRoutes } from "./shop/wishlist/routes.ts";
import { createTasks, fallBackDeps } from "./tasks.ts";

export interface AppDeps {
  settings: DeploymentSettings;
  database: OpenDatabase;
  /** The built storefront, or one that Vite serves; without it the app serves only the API and pictures. */
  storefront?: Storefront;
  /** Takes precedence over the owner's settings in the database. */
  environment?: Environment;
  /** The process that this app serves in, if the back office may change what it starts with. */
  shopProcess?: ShopProcess;
  /** Receives log lines instead of the standard output. */
  log?: { write(line: string): void };
}

const MB = 1024 * 1024;

/**
 * Assembles the shop: the server listens with this app, tests inject requests into it, and the storefront reads it in-process to render
 * pages.
 */
export async function createApp({
  settings,
  database,
  storefront,
  environment = {},
  shopProcess = createShopProcess(),
  log,
}: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...CONNECTION_OPTIONS,
    genReqId: newRequestId,
    logger: { level: settings.LOG_LEVEL, serializers: logSerializers, stream: log ?? openLogOutput() },
    trustProxy: settings.TRUST_PROXY,
    // Assembles no request line that the log level would discard.
    logController: new LogController({
      disableRequestLogging: !["info", "debug", "trace"].includes(settings.LOG_LEVEL),
    }),
    // The longest path parameter of the contract.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A malformed URL reaches no route, so its error is sent here.
    frameworkErrors: (error, request, reply) => sendError(error, request.url, reply),
    // Lets a stop close idle connections at once.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });
  const { db, read, latest } = database;
  const catalogue = {
    categories: createCategoryFinder(read),
    counts: createCountsCache(createPostgresqlSearch(read)),
  };
  const sharedHeaders = (topics: ReadonlySet<Topic>) => sharedCacheHeaders(topics, settings);
  const pages = createResponseCache({ maxBytes: settings.PAGE_CACHE_MB * MB, sharedHeaders });
  const responses = createResponseCache({ maxBytes: settings.RESPONSE_CACHE_MB * MB, sharedHeaders });
  app.decorate("responseCache", responses);
  const repeatedRequests = createRepeatedRequests(db, settings.CODE_SECRET);
  app.decorate("repeatedRequests", repeatedRequests);

  const metrics =
    settings.METRICS_PORT === null
      ? null
      : (await import("./operations/metrics/metrics.ts")).createMetrics(app, {
          settings,
          database,
          caches: { page: pages, response: responses },
          tasks: () => Object.keys(tasks) as TaskIdentifier[],
        });
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) (await import("./platform/tracing/tracing.ts")).startTracing(app, settings);
  guardRequests(app, { https: settings.SHOP_ORIGIN.startsWith("https:") });
  endSlowBodies(app);
  ignoreUnknownExpectations(app);
  warnOfUntrustedProxy(app);
  sendErrorsAsText(app);
  acceptDraining(app);
  addInProcessClient(app);
  healthRoutes(app, { latest });
  const shopSettings = createShopSettings({ db, latest }, settings, environment);
  const shopName = async () => (await shopSettings.current()).SHOP_NAME;
  const services = await createServices(app, { settings, db, shopName, readSender: shopSettings.mailSender });
  const media = createMediaLibrary(settings, app.log);
  const uploads = uploadsFolder(settings.DATA_DIR);
  deleteAbandonedFilesRegularly(app, uploads);
  closeToStrangers(app, { settings, shopSettings });
  const shipping = createShippingReader(latest);
  const readCouriers = createCourierService({
    db,
    providers: services.couriers,
    doTheyDecide: async () => (await shopSettings.current()).COURIERS_DECIDE,
    log: app.log,
  });
  const terms = orderTerms({ settings, shopSettings, shipping, readCouriers });
  const readSender = shopSettings.mailSender;
  const contextDeps = { db, settings, readSender };
  const payments = {
    db,
    provider: services.payments,
    readSender,
    log: app.log,
    confirmOrder,
    cancelOrder,
    applyEdit: applyPaidEdit,
  };
  const agents = {
    ...{ db, read, settings, shopSettings, repeatedRequests, catalogue, terms },
    readShipping: shipping.current,
    profiles: createPlatformProfiles({ mayBeLoopback: settings.AGENTS_FROM_LOOPBACK }),
    limits: createLocalLimits(),
  };
  const adminEvents = createAdminEvents();
  const fallBack = fallBackDeps(settings, shopSettings);
  await app.register(
    async (api) => {
      await documentation(api);
      await bodies(api, uploads);
      acceptSessions(api, sessionCheck({ db, latest }));
      catalogueRoutes(api, {
        read,
        latest,
        caches: catalogue,
        previewSecret: settings.CODE_SECRET,
        readShipping: shipping.current,
      });
      reviewRoutes(api, { db, read, latest, media });
      contentRoutes(api, { read, deployment: settings, shopSettings });
      settingRoutes(api, {
        read,
        deployment: settings,
        shopSettings,
        shippingTerms: async () => termsForAll(await shipping.current()),
        menus: () => readMenus(read),
      });
      accountRoutes(api, { ...contextDeps, media, google: services.google });
      oldOrderRoutes(api, { db });
      privacyRoutes(api, contextDeps);
      wishlistRoutes(api, { db, read });
      contactRoutes(api, { ...contextDeps, readSettings: () => shopSettings.current() });
      newsletterRoutes(api, contextDeps);
      cartRoutes(api, { db, shopSettings });
      checkoutRoutes(api, { payments, shopSettings, terms });
      cashOnDeliveryRoutes(api, { ...contextDeps, payments, shopSettings, terms });
      shippingRoutes(api, { read, latest, shipping, shopSettings, readCouriers, readCash });
      paymentRoutes(api, { payments, shopSettings });
      orderRoutes(api, { db, media, shopSettings });
      draftOrderRoutes(api, {
        ...{ ...contextDeps, payments, shopSettings, terms },
        sources: [draftOrders(db, terms), agentCheckouts(agents)],
      });
      failedDeliveryRoutes(api, { db, settings });
      assistedCartRoute(api, agents);
      postPurchaseRoutes(api, { db, media, shopSettings, readSender });
      api.register(phoneWebhookRoutes, {
        ...fallBack,
        db,
        keys: services.phoneKeys,
        providers: services.phones,
        storeText: storePhoneText,
        attemptsPerIp: settings.ATTEMPTS_PER_IP,
        log: app.log,
      });
      sendErrorsAsJson(api);
    },
    { prefix: "/api" },
  );
  await app.register(
    (admin) => {
      // Who has saved something and then looks at the shop sees it there.
      admin.addHook("onSend", async ({ method }) => {
        if (method !== "GET") await database.receiveChanges();
      });
      return adminApi(admin, {
        ...contextDeps,
        shopSettings,
        environment,
        shopProcess,
        countOtherInstances: database.countOtherInstances,
        media,
        services,
        uploads,
        adminEvents,
        terms,
        readShipping: shipping.current,
      });
    },
    {
      prefix: "/admin/api",
    },
  );
  await app.register(courierPushRoutes, { db });
  await app.register(newsletterLinkRoutes, contextDeps);
  await app.register(mediaRoutes, { prefix: "/media", media });
  searchEngineRoutes(app, { read, settings, shopSettings });
  const feedFiles = createFeedFiles(uploads);
  feedRoutes(app, { db, read, settings, shopSettings, readShipping: shipping.current, files: feedFiles });
  await agentRoutes(app, agents);
  webAppManifestRoute(app, { shopSettings });
  if (storefront) {
    // The renderer is loaded only with a storefront.
    const { pageRoutes } = await import("./operations/pages/routes.ts");
    const findRedirect = createRedirectReader({ read, shopSettings });
    const notFound = createNotFoundCounter(db, app.log);
    app.addHook("preClose", () => notFound.flush());
    await app.register(pageRoutes, {
      ...{ storefront, cache: pages, settings, media, shopSettings },
      ...{ findRedirect, notFound },
    });
    const { backofficeRoutes } = await import("./operations/pages/backoffice.ts");
    await app.register(backofficeRoutes, { prefix: "/admin" });
  }

  const tasks = createTasks({
    settings,
    db,
    media,
    uploads,
    services,
    fallBack,
    payments,
    shopSettings,
    repeatedRequests,
    log: app.log,
  });
  // Loaded only with a CDN that is purged.
  const purger =
    settings.CDN_PURGE === "" ? null : (await import("./platform/cdn/purge.ts")).createCdnPurger(settings, app.log);
  database.onReaderChange(({ name, state, lagMs }) =>
    app.log.warn({ reader: name, lagMs }, `reader ${name} is ${state}`),
  );
  const jobWorker = createJobWorker({
    db,
    tasks,
    concurrencyFactor: settings.JOB_CONCURRENCY,
    onRun: metrics?.recordJobRun,
    log: app.log,
  });
  await database.onChange((topic) => {
    if (topic === "jobs") return jobWorker.wake();
    if (isAdminTopic(topic)) return adminEvents.publish(topic);
    if (topic === "settings") {
      shopSettings.invalidate();
      shipping.invalidate();
    }
    pages.invalidate(topic);
    responses.invalidate(topic);
    purger?.add(topic);
    feedFiles.invalidate(topic);
    if (["catalogue", "availability", "reviews"].includes(topic)) catalogue.counts.invalidate();
    if (topic === "catalogue") catalogue.categories.invalidate();
  });
  app.addHook("onReady", async () => {
    jobWorker.wake();
  });
  if (settings.WARM_PICTURES)
    app.addHook("onListen", async () => {
      await addRecurringJob(db, "warm_pictures", new Date());
      jobWorker.wake();
    });
  // No job starts while open requests are still ending.
  app.addHook("preClose", async () => {
    void jobWorker.stop();
    adminEvents.close();
  });
  app.addHook("onClose", async () => {
    await Promise.all([jobWorker.stop(), purger?.close()]);
    services.mail.close();
    await database.close();
  });
  return app;
}
