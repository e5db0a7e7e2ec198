import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { createRequestHandler, type RouterContext, type RouterContextProvider, type ServerBuild } from "react-router";
import type { InProcessApi } from "../../contract/endpoints.ts";
import { OperatorError } from "../errors.ts";

/** The storefront as the server uses it: it renders requests and has built files. */
export interface Storefront {
  /** Folder of the built files, or undefined while Vite serves them. */
  files: string | undefined;
  render(request: Request, context: RouterContextProvider): Promise<Response>;
  /** With what the storefront exports to the server: the context of its loaders' API client, and which URLs are the same page. */
  build(): Promise<StorefrontBuild>;
  /** Registers Vite's development server with the app. */
  attach?(app: FastifyInstance): Promise<void>;
}

export type StorefrontBuild = ServerBuild & {
  entry: {
    module: {
      apiContext: RouterContext<{ callInProcess: InProcessApi; scriptNonce: string }>;
      pagePathOf: (url: URL) => string;
      setAssetsHost: (origin: string) => void;
      withAssetsHost: (manifest: ServerBuild["assets"]) => ServerBuild["assets"];
    };
  };
};

const BUILD = join(import.meta.dirname, "../../build");

/**
 * Opens the built storefront, or with `STOREFRONT=vite` (npm run dev) Vite's.
 * @param assetsHost where pages load the built files from; empty for the shop itself
 * @throws OperatorError when it has not been built
 */
export async function openStorefront(
  environment: Record<string, string | undefined>,
  assetsHost = "",
): Promise<Storefront> {
  if (environment.STOREFRONT === "vite") {
    const { openDevelopmentStorefront } = await import("./development.ts");
    return openDevelopmentStorefront();
  }
  const entry = join(BUILD, "server/index.js");
  if (!existsSync(entry))
    throw new OperatorError("The storefront has not been built; run npm run build, or npm start, which builds it.");
  const build = (await import(pathToFileURL(entry).href)) as StorefrontBuild;
  const { setAssetsHost, withAssetsHost } = build.entry.module;
  setAssetsHost(assetsHost);
  const handle = createRequestHandler({ ...build, assets: withAssetsHost(build.assets) }, "production");
  return {
    files: join(BUILD, "client"),
    build: async () => build,
    render: (request, context) => handle(request, context),
  };
}
