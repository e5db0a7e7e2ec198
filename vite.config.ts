import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import { BUILD_TARGET } from "./scripts/browser-support/browsers.ts";
import { pageCode } from "./scripts/page-code-plugin.ts";
import { textChildren } from "./scripts/text-children/plugin.ts";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** The back office shows it, no shopper: what it shares with one page is that page's. */
const PREVIEW = "/storefront/routes/preview.tsx";
/** The listings' routes all import it, so they count as one page: other pages need not load what only listings show. */
const LISTING = "/storefront/listing/";

/** Whether one of these pages imports a module, directly or through others, and another one does, too; `import()` does not count. */
function isSharedWith(pages: readonly string[], id: string, graph: ModuleGraph): boolean {
  const importers = new Set([id]);
  const entries = new Set<string>();
  let isImported = false;
  // The loop also visits what it adds.
  for (const module of importers) {
    isImported ||= pages.some((page) => module.includes(page));
    const isListing = module.includes(LISTING);
    const next = isListing ? [] : (graph.getModuleInfo(module)?.importers ?? []);
    if (next.length === 0 && !module.includes(PREVIEW)) entries.add(isListing ? LISTING : module);
    for (const importer of next) importers.add(importer);
  }
  return isImported && entries.size > 1;
}

/** These pages import everything that the pages for browsing share. */
const BROWSING = ["/storefront/root.tsx", LISTING, "/storefront/routes/product.tsx"];
/** This page imports everything that forms share, including Zod. */
const FORMS = ["/storefront/account/login.tsx"];

/**
 * Builds the service worker as a single file, so that a new build of the pages does not change it, at the root, since a worker's scope is
 * its own path.
 */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async buildStart() {
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      build: {
        write: false,
        target: BUILD_TARGET,
        rolldownOptions: { input: "storefront/service-worker/worker.ts", output: { format: "iife" } },
      },
    });
    const [file] = "output" in built ? built.output : [];
    if (file?.type !== "chunk") return this.error("The service worker could not be built.");
    this.emitFile({ type: "asset", fileName: "service-worker.js", source: file.code });
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), textChildren(), reactRouter(), pageCode(), serviceWorker],
  publicDir: "storefront/public",
  experimental: {
    // Changes no URL. With it a file preloads what it imports from its own origin (ASSETS_HOST), not from the page's.
    renderBuiltUrl: () => undefined,
  },
  build: {
    target: BUILD_TARGET,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              // A phone waits for each file, so shared modules come in few files: one for browsing, one for forms. What only some other
              // pages share is split by the bundler.
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|contract[\\/]page-code|scripts[\\/]text-children/,
                  priority: 3,
                },
                {
                  debugName: "shop",
                  name: (id, graph) => (isSharedWith(BROWSING, id, graph) ? "shop" : null),
                  minShareCount: 2,
                  priority: 2,
                },
                {
                  debugName: "forms",
                  name: (id, graph) => (isSharedWith(FORMS, id, graph) ? "forms" : null),
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
  },
}));
