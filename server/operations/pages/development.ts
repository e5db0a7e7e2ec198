import middie from "@fastify/middie";
import { createRequestHandler } from "react-router";
import { createServer } from "vite";
import { renderWith, type StorefrontBuild } from "./build.ts";
import type { Storefront } from "./storefront.ts";

/**
 * Reloads a page that was loading while the server restarted: it lacks scripts, Vite's own reloading among them.
 */
const RELOAD_WHEN_BACK = `<script>{
  let waits = false;
  const again = () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => setTimeout(again, 500));
  addEventListener("error", ({ target }) => {
    if (target.tagName !== "SCRIPT" || waits) return;
    waits = true;
    again();
  }, true);
  // Removed, because React does not expect it during hydration.
  document.currentScript.remove();
}</script>`;

/** A storefront that Vite compiles on request and reloads in the browser: for `npm run dev` only. */
export async function openDevelopmentStorefront(): Promise<Storefront> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<StorefrontBuild>;
  const handle = createRequestHandler(build, "development");
  return {
    files: undefined,
    pagePathOf: async (url) => (await build()).entry.module.pagePathOf(url),
    async render(page) {
      const { apiContext } = (await build()).entry.module;
      const rendered = await renderWith(handle, apiContext, page);
      const html = new TextDecoder().decode(rendered.html).replace("<head>", () => `<head>${RELOAD_WHEN_BACK}`);
      return { ...rendered, html: Buffer.from(html) };
    },
    async attach(app) {
      await app.register(middie);
      app.use(vite.middlewares);
      app.addHook("onClose", () => vite.close());
    },
  };
}
