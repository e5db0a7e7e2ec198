import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { InProcessApi } from "../../../contract/endpoints.ts";
import type { PageToRender, RenderedPage } from "./storefront.ts";

/** The storefront's server build with what it exports to the server. */
export type StorefrontBuild = ServerBuild & {
  entry: {
    module: {
      apiContext: RouterContext<ServerSide>;
      pagePathOf: (url: URL) => string;
      setAssetsHost: (origin: string) => void;
      withAssetsHost: (manifest: ServerBuild["assets"]) => ServerBuild["assets"];
    };
  };
};

interface ServerSide {
  callInProcess: InProcessApi;
  scriptNonce: string;
  onHtml: (html: Uint8Array) => void;
  onError: (error: unknown) => void;
}

/**
 * Opens the built storefront.
 * @param assetsHost the origin from which pages load the built files; empty for the shop itself
 */
export async function openBuild(folder: string, assetsHost: string) {
  const build = (await import(pathToFileURL(join(folder, "server/index.js")).href)) as StorefrontBuild;
  const { apiContext, pagePathOf, setAssetsHost, withAssetsHost } = build.entry.module;
  setAssetsHost(assetsHost);
  const handle = createRequestHandler({ ...build, assets: withAssetsHost(build.assets) }, "production");
  return { pagePathOf, render: (page: PageToRender) => renderWith(handle, apiContext, page) };
}

/** Renders a page by React Router's request handler. */
export async function renderWith(
  handle: ReturnType<typeof createRequestHandler>,
  apiContext: RouterContext<ServerSide>,
  { url, scriptNonce, callInProcess }: PageToRender,
): Promise<RenderedPage> {
  let html: Uint8Array = new Uint8Array();
  // React and the router may both report an error.
  const errors = new Set<unknown>();
  const context = new RouterContextProvider();
  // Passed beside the response, because as its body the page would be encoded and decoded again.
  context.set(apiContext, {
    callInProcess,
    scriptNonce,
    onHtml(rendered) {
      html = rendered;
    },
    onError(error) {
      errors.add(error);
    },
  });
  const { status, headers } = await handle(new Request(url, { headers: { accept: "text/html" } }), context);
  return {
    status,
    html,
    location: headers.get("location"),
    link: headers.get("link"),
    errors: [...errors].map((error) => (error instanceof Error ? error : new Error(String(error)))),
  };
}
