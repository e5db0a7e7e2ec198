import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { InProcessApi } from "../../../contract/endpoints.ts";
import { OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";

/** The storefront as the server uses it: it renders pages and has built files. */
export interface Storefront {
  /** The folder of the built files; undefined while Vite serves them. */
  files: string | undefined;
  render(page: PageToRender): Promise<RenderedPage>;
  /** Returns the path and query of a page, without parameters that do not change the page. */
  pagePathOf(url: URL): Promise<string>;
  /** Registers Vite's development server with the app. */
  attach?(app: FastifyInstance): Promise<void>;
}

export interface PageToRender {
  url: string;
  /** The nonce of the page's own inline scripts. */
  scriptNonce: string;
  /** The API from which its loaders read. */
  callInProcess: InProcessApi;
}

export interface RenderedPage {
  status: number;
  /** In UTF-8. */
  html: Uint8Array;
  location: string | null;
  link: string | null;
  /** What failed, for the log. */
  errors: readonly Error[];
}

const BUILD = join(import.meta.dirname, "../../../build");

/**
 * Opens the built storefront, or with `STOREFRONT=vite` (npm run dev) Vite's.
 * @throws OperatorError when it has not been built
 */
export async function openStorefront(
  environment: Record<string, string | undefined>,
  { ASSETS_HOST, RENDER_THREADS }: Pick<DeploymentSettings, "ASSETS_HOST" | "RENDER_THREADS">,
): Promise<Storefront> {
  if (environment.STOREFRONT === "vite") {
    const { openDevelopmentStorefront } = await import("./development.ts");
    return openDevelopmentStorefront();
  }
  if (!existsSync(join(BUILD, "server/index.js")))
    throw new OperatorError("The storefront has not been built; run npm run build, or npm start, which builds it.");
  const { openBuild } = await import("./build.ts");
  const build = await openBuild(BUILD, ASSETS_HOST);
  const threads = RENDER_THREADS > 0 ? await import("./render-threads.ts") : undefined;
  return {
    files: join(BUILD, "client"),
    pagePathOf: async (url) => build.pagePathOf(url),
    render: threads?.startRenderThreads(RENDER_THREADS, { folder: BUILD, assetsHost: ASSETS_HOST }) ?? build.render,
  };
}
