import { createContext, type RouterContextProvider } from "react-router";
import type { InProcessApi } from "../../contract/endpoints.ts";
import { browserSend } from "./browser.ts";
import { createClient, type PublicClient } from "./client.ts";

/** The browser's API client. */
export const api = createClient(browserSend);

/** What the server passes to the loaders of the page that it renders. */
export interface ServerSide {
  callInProcess: InProcessApi;
  /** The nonce of the page's own inline scripts; the server replaces it by their hashes. */
  scriptNonce: string;
  /** Receives the rendered page in UTF-8. */
  onHtml: (html: Uint8Array) => void;
  /** Receives what fails while the page is rendered, for the log. */
  onError: (error: unknown) => void;
}
export const apiContext = createContext<ServerSide>();

/** The API client of a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): PublicClient {
  return createClient(({ endpoint, params, query }) =>
    context.get(apiContext).callInProcess(endpoint, { params, query }),
  );
}
