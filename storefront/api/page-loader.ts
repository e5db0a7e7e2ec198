import { data, type LoaderFunctionArgs, type RouterContextProvider, redirectDocument } from "react-router";
import { untilReachable } from "../../contract/page-code.ts";
import { hasWorker } from "../shared/installed-app.ts";
import { api, serverApi } from "./api.ts";
import type { PublicClient } from "./client.ts";
import { RequestError } from "./request.ts";

/**
 * What a page's loader receives. The same loader runs on the server (first page) and in the browser (client-side navigation). A 404 of the
 * API becomes the router's own, so that the page is sent with that status.
 */
export interface LoaderRequest {
  api: PublicClient;
  /** The page's URL with its query. */
  url: URL;
  params: Record<string, string | undefined>;
}

type LoaderArgs = Pick<LoaderFunctionArgs, "request" | "params">;

export function onServer<T>(load: (request: LoaderRequest) => Promise<T>) {
  return ({ request, params, context }: LoaderArgs & { context: Readonly<RouterContextProvider> }) =>
    withStatus(load({ api: serverApi(context), url: new URL(request.url), params }));
}

export function inBrowser<T>(load: (request: LoaderRequest) => Promise<T>) {
  return async ({ request, params }: LoaderArgs) => {
    // The service worker caches whole pages: a full load can show the cached copy offline.
    const openCachedPage = () => redirectDocument(request.url);
    if (!navigator.onLine) {
      if (hasWorker()) throw openCachedPage();
      await untilReachable();
    }
    try {
      return await withStatus(load({ api, url: new URL(request.url), params }));
    } catch (error) {
      if (error instanceof RequestError && error.status === 0 && hasWorker()) throw openCachedPage();
      throw error;
    }
  };
}

async function withStatus<T>(loaded: Promise<T>): Promise<T> {
  try {
    return await loaded;
  } catch (error) {
    if (error instanceof RequestError && error.status !== 0) throw data(error.message, { status: error.status });
    throw error;
  }
}
