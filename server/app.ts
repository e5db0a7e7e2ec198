import Fastify, { type FastifyInstance, LogController } from "fastify";
import { deleteExpired } from "./accounts/housekeeping.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { sessionCheck } from "./accounts/sessions.ts";
import { adminApi } from "./admin-app.ts";
import { sendCampaignTask } from "./campaigns/send-campaign-task.ts";
import { cartRoutes } from "./cart/routes.ts";
import { cashOnDeliveryRoutes } from "./cash-on-delivery/routes.ts";
import { createCategoryFinder } from "./catalogue/categories.ts";
import { endClaimsTask } from "./catalogue/claims.ts";
import { createCountsCache } from "./catalogue/counts-cache.ts";
import { importProductsTask } from "./catalogue/import-task.ts";
import { legalFactsOf } from "./catalogue/missing-for-sale.ts";
import { createPostgresqlSearch } from "./catalogue/postgresql-search.ts";
import { changePriceTask } from "./catalogue/price-change-task.ts";
import { publishProductTask } from "./catalogue/product-state.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { confirmOrder } from "./checkout/confirm-order.ts";
import { orderTerms } from "./checkout/order-terms.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import type { DeploymentSettings, Environment } from "./config.ts";
import { contactRoutes } from "./contact/routes.ts";
import { readMenus } from "./content/menus.ts";
import { contentRoutes } from "./content/routes.ts";
import type { OpenDatabase, Topic } from "./database/database.ts";
import { deleteOldDraftOrders } from "./draft-orders/housekeeping.ts";
import { draftOrderRoutes } from "./draft-orders/routes.ts";
import { bodies } from "./http/bodies.ts";
import { CONNECTION_OPTIONS, endSlowBodies, ignoreUnknownExpectations } from "./http/connections.ts";
import { documentation } from "./http/documentation.ts";
import { acceptDraining } from "./http/draining.ts";
import { sendError, sendErrorsAsJson, sendErrorsAsText } from "./http/errors.ts";
import { healthRoutes } from "./http/health.ts";
import { addInProcessClient } from "./http/in-process-client.ts";
import { logSerializers } from "./http/logging.ts";
import { deleteAbandonedFilesRegularly, uploadsFolder } from "./http/multipart.ts";
import { createRepeatedRequests } from "./http/repeated-requests.ts";
import { guardRequests, newRequestId } from "./http/request-guard.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { acceptSessions } from "./http/sessions.ts";
import { sharedCacheHeaders } from "./http/shared-cache-headers.ts";
import { warnOfUntrustedProxy } from "./http/untrusted-proxy.ts";
import { createIntegrations } from "./integrations.ts";
import { addRecurringJob } from "./jobs/add-job.ts";
import { publishTopicTask } from "./jobs/publish-later.ts";
import type { TaskIdentifier, Tasks } from "./jobs/tasks.ts";
import { createJobWorker } from "./jobs/worker.ts";
import { deleteOldMails } from "./mail/outbox.ts";
import { sendMailTask } from "./mail/send-mail.ts";
import { createMediaLibrary } from "./media/media-library.ts";
import { removeMediaTask } from "./media/removal.ts";
import { mediaRoutes } from "./media/routes.ts";
import { deleteUnconfirmed } from "./newsletter/housekeeping.ts";
import { isSubscribed } from "./newsletter/list-subscribers.ts";
import { newsletterLinkRoutes, newsletterRoutes } from "./newsletter/routes.ts";
import { orderAttachments } from "./orders/invoice/attachment.ts";
import { orderRoutes } from "./orders/routes.ts";
import { searchEngineRoutes } from "./pages/search-engines.ts";
import type { Storefront } from "./pages/storefront.ts";
import { warmPicturesTask } from "./pages/warm-pictures-task.ts";
import { webAppManifestRoute } from "./pages/web-app-manifest.ts";
import { checkOrderTask } from "./payments/check-order-task.ts";
import { checkDisputeTask } from "./payments/disputes/check-dispute-task.ts";
import { expireOrderTask } from "./payments/expire-order.ts";
import { deleteOldEvents } from "./payments/housekeeping.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { sendRefundTask } from "./payments/send-refund-task.ts";
import { fetchSettledDaysTask, fetchSettlementsTask } from "./payments/settlements/fetch-settled.ts";
import { cancelOrder } from "./post-purchase/cancel-order.ts";
import { refundReleasedCreditTask } from "./post-purchase/released-credit.ts";
import { postPurchaseRoutes } from "./post-purchase/routes.ts";
import { eraseCustomerTask } from "./privacy/erase-customer-task.ts";
import { deleteOldRecipients } from "./privacy/recipients.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { sendIncidentNoticeTask } from "./privacy/send-incident-notice-task.ts";
import { createAdminEvents, isAdminTopic } from "./reports/admin-events.ts";
import { rollUpCohortsTask } from "./reports/cohorts.ts";
import { rollUpSalesTask } from "./reports/roll-up.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { deleteUnusedUploads } from "./reviews/uploads.ts";
import { settingRoutes } from "./settings/routes.ts";
import { createShopSettings } from "./settings/shop-settings.ts";
import { shippingRoutes } from "./shipping/routes.ts";
import { createShippingReader } from "./shipping/shipping-reader.ts";
import { termsForAll } from "./shipping/shipping-rules.ts";
import { deleteExpiredOfStaff } from "./staff/housekeeping.ts";
import { withholdLotsTask } from "./stock/withhold-lots-task.ts";
import { deliverWebhookTask } from "./webhooks/deliver-task.ts";
import { createSender } from "./webhooks/send.ts";
import { deleteOldDeliveries } from "./webhooks/webhook-endpoints.ts";
import { queueRestockEmails } from "./wishlist/restock-emails.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

export interface AppDeps {
  settings: DeploymentSettings;
  database: OpenDatabase;
  /** The built storefront, or one that Vite serves; without it the app serves only the API and pictures. */
  storefront?: Storefront;
  /** Takes precedence over the owner's settings in the database. */
  environment?: Environment;
  /** Receives log lines instead of the standard output. */
  log?: { write(line: string): void };
}

const MB = 1024 * 1024;
/** How often expired rows are deleted. */
const HOUSEKEEPING_EVERY_MS = 60 * 60_000;

/**
 * Assembles the shop: the server listens with this app, tests inject requests into it, and the storefront reads it in-process to render
 * pages.
 */
export async function createApp({
  settings,
  database,
  storefront,
  environment = {},
  log,
}: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...CONNECTION_OPTIONS,
    genReqId: newRequestId,
    logger: { level: settings.LOG_LEVEL, serializers: logSerializers, ...(log && { stream: log }) },
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
  app.decorate("repeatedRequests", createRepeatedRequests(db, settings.CODE_SECRET));

  const metrics =
    settings.METRICS_PORT === null
      ? null
      : (await import("./metrics/metrics.ts")).createMetrics(app, {
          settings,
          database,
          caches: { page: pages, response: responses },
          tasks: () => Object.keys(tasks) as TaskIdentifier[],
        });
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) (await import("./tracing/tracing.ts")).startTracing(app, settings);
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
  const integrations = await createIntegrations(app, { settings, db, shopName });
  const media = createMediaLibrary(settings, app.log);
  const uploads = uploadsFolder(settings.DATA_DIR);
  deleteAbandonedFilesRegularly(app, uploads);
  const shipping = createShippingReader(latest);
  const terms = orderTerms({ settings, shopSettings, shipping });
  const readSender = shopSettings.mailSender;
  const contextDeps = { db, settings, readSender };
  const payments = {
    db,
    provider: integrations.payments,
    readSender,
    log: app.log,
    confirmOrder,
    cancelOrder,
  };
  const adminEvents = createAdminEvents();
  await app.register(
    async (api) => {
      await documentation(api);
      await bodies(api, uploads);
      acceptSessions(api, sessionCheck({ db, latest }));
      catalogueRoutes(api, { read, latest, caches: catalogue, previewSecret: settings.CODE_SECRET });
      reviewRoutes(api, { db, read, latest, media });
      contentRoutes(api, { read, shopSettings });
      settingRoutes(api, {
        read,
        deployment: settings,
        shopSettings,
        shippingTerms: async () => termsForAll(await shipping.current()),
        menus: () => readMenus(read),
      });
      accountRoutes(api, { ...contextDeps, media, google: integrations.google });
      privacyRoutes(api, contextDeps);
      wishlistRoutes(api, { db, read });
      contactRoutes(api, contextDeps);
      newsletterRoutes(api, contextDeps);
      cartRoutes(api, { db, shopSettings });
      checkoutRoutes(api, { payments, shopSettings, terms });
      cashOnDeliveryRoutes(api, { ...contextDeps, payments, shopSettings, terms });
      shippingRoutes(api, { read, latest, shipping, shopSettings });
      paymentRoutes(api, { payments, shopSettings });
      orderRoutes(api, { db, shopSettings });
      draftOrderRoutes(api, { settings, payments, shopSettings, terms });
      postPurchaseRoutes(api, { db, media, shopSettings, readSender });
      sendErrorsAsJson(api);
    },
    { prefix: "/api" },
  );
  await app.register(
    (admin) =>
      adminApi(admin, { ...contextDeps, shopSettings, environment, media, integrations, uploads, adminEvents, terms }),
    {
      prefix: "/admin/api",
    },
  );
  await app.register(newsletterLinkRoutes, contextDeps);
  await app.register(mediaRoutes, { prefix: "/media", media });
  searchEngineRoutes(app, { read, settings, shopSettings });
  webAppManifestRoute(app, { shopSettings });
  if (storefront) {
    // The renderer is loaded only with a storefront.
    const { pageRoutes } = await import("./pages/routes.ts");
    await app.register(pageRoutes, { storefront, cache: pages, settings });
    const { backofficeRoutes } = await import("./pages/backoffice.ts");
    await app.register(backofficeRoutes, { prefix: "/admin" });
  }

  const sendNotice = sendIncidentNoticeTask({ db, readSender });
  const tasks: Tasks = {
    send_mail: sendMailTask({
      db,
      transport: integrations.mail,
      from: async () => {
        const { name, email } = await readSender("");
        return { name, address: email };
      },
      attach: orderAttachments(db),
      isSubscribed: (email) => isSubscribed(db, email),
      log: app.log,
    }),
    check_order: checkOrderTask(payments),
    expire_order: expireOrderTask(payments),
    refund_released_credit: refundReleasedCreditTask({ db, readSender }),
    send_refund: sendRefundTask(payments),
    remove_media: removeMediaTask(media),
    warm_pictures: warmPicturesTask({ db, media, settings }),
    end_claims: endClaimsTask(db),
    publish_topic: publishTopicTask(db),
    change_price: changePriceTask(db, media, async () => legalFactsOf(await shopSettings.current())),
    publish_product: publishProductTask(db, async () => legalFactsOf(await shopSettings.current())),
    erase_customer: eraseCustomerTask({ db, readSender }),
    send_campaign: sendCampaignTask({
      db,
      readSender,
      readSettings: shopSettings.current,
      mediaHost: settings.MEDIA_HOST,
    }),
    send_incident_notice: sendNotice,
    send_incident_letter: {
      ...sendNotice,
      run: ({ letterId }, attempt) => sendNotice.run({ noticeId: letterId }, attempt),
    },
    check_dispute: checkDisputeTask({ ...payments, shopOrigin: settings.SHOP_ORIGIN }),
    fetch_settlements: fetchSettlementsTask(payments),
    fetch_settled_days: fetchSettledDaysTask(payments),
    import_products: importProductsTask({
      db,
      media,
      uploads,
      readFacts: async () => legalFactsOf(await shopSettings.current()),
      onRestocked: async (trx, productIds) => queueRestockEmails(trx, productIds, await readSender(""), new Date()),
    }),
    roll_up_sales: rollUpSalesTask(db),
    roll_up_cohorts: rollUpCohortsTask(db),
    withhold_lots: withholdLotsTask(db, async () => (await shopSettings.current()).LOT_MIN_DAYS),
    deliver_webhook: deliverWebhookTask({ db, send: createSender(), codeSecret: settings.CODE_SECRET, readSender }),
    housekeeping: {
      intervalMs: HOUSEKEEPING_EVERY_MS,
      concurrency: 1,
      maxAttempts: Number.POSITIVE_INFINITY,
      async run() {
        const now = new Date();
        await Promise.all([
          deleteExpired(db, now),
          app.repeatedRequests.deleteExpired(now),
          deleteOldRecipients(db, now),
          deleteOldMails(db, now),
          deleteOldEvents(db, now),
          deleteUnconfirmed(db, now),
          deleteUnusedUploads(db, now),
          deleteExpiredOfStaff(db, now),
          deleteOldDeliveries(db, now),
          deleteOldDraftOrders(db, now),
        ]);
        return null;
      },
    },
  };
  // Loaded only with a CDN that is purged.
  const purger = settings.CDN_PURGE === "" ? null : (await import("./cdn/purge.ts")).createCdnPurger(settings, app.log);
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
    integrations.mail.close();
    await database.close();
  });
  return app;
}
