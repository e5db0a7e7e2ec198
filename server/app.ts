import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyInstance } from "fastify";
import { createCountsCache } from "./catalogue/counts-cache.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import type { Settings } from "./config.ts";
import { contentRoutes } from "./content/routes.ts";
import type { OpenDatabase } from "./database/database.ts";
import { documentation } from "./http/documentation.ts";
import { answerFailures } from "./http/failures.ts";
import { healthRoutes } from "./http/health.ts";
import { mediaRoutes } from "./media/routes.ts";
import { createMediaStore } from "./media/store.ts";
import { createPageCache } from "./pages/cache.ts";
import { pageRoutes } from "./pages/routes.ts";
import type { Storefront } from "./pages/storefront.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { settingRoutes } from "./settings/routes.ts";

export interface AppParts {
  settings: Settings;
  database: OpenDatabase;
  /** The built storefront, or one that Vite serves; without it the app answers calls and pictures only. */
  storefront?: Storefront;
  environment?: Record<string, string | undefined>;
}

/** A text is at most this long in an address; what is longer is no address of ours. */
const MAX_PARAM_LENGTH = 200;

/** Assembles the shop: the same app that listens, that tests talk to, and that the storefront calls while it renders a page. */
export async function createApp({ settings, database, storefront, environment = {} }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: settings.LOG_LEVEL, redact: ["req.headers.authorization", "req.headers.cookie"] },
    trustProxy: settings.TRUST_PROXY,
    disableRequestLogging: settings.LOG_LEVEL !== "debug" && settings.LOG_LEVEL !== "trace",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Open requests end, idle connections do not hold up a stop.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });
  const { db } = database;
  const counts = createCountsCache(db);
  const cache = createPageCache({ maxBytes: settings.PAGE_CACHE_MB * 1024 * 1024 });

  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  answerFailures(app);
  await app.register(underPressure, { maxEventLoopDelay: 2000, pressureHandler: undefined });
  healthRoutes(app, { db });
  await app.register(
    async (api) => {
      await documentation(api);
      catalogueRoutes(api, { db, counts });
      reviewRoutes(api, { db });
      contentRoutes(api, { db });
      settingRoutes(api, { db, environment });
      answerFailures(api);
    },
    { prefix: "/api" },
  );
  await app.register(mediaRoutes, { prefix: "/media", store: createMediaStore(settings.DATA_DIR) });
  if (storefront) await app.register(pageRoutes, { storefront, cache, settings });

  await database.onChange((subject) => {
    cache.forget(subject);
    if (subject === "catalogue" || subject === "reviews") counts.outdate();
  });
  app.addHook("onClose", () => database.close());
  return app;
}
