import middie from "@fastify/middie";
import { createRequestHandler } from "react-router";
import { createServer } from "vite";
import type { Storefront, StorefrontBuild } from "./storefront.ts";

/** A storefront that Vite compiles on request and reloads in the browser: for `npm run dev` only. */
export async function openDevelopmentStorefront(): Promise<Storefront> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<StorefrontBuild>;
  const handle = createRequestHandler(build, "development");
  return {
    files: undefined,
    build,
    render: (request, context) => handle(request, context),
    async attach(app) {
      await app.register(middie);
      app.use(vite.middlewares);
      app.addHook("onClose", () => vite.close());
    },
  };
}
