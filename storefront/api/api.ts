import { createContext, type RouterContextProvider } from "react-router";
import { browserSend } from "./browser.ts";
import { createClient, type PublicClient } from "./client.ts";
import type { Send } from "./request.ts";

/** The browser's API client. */
export const api = createClient(browserSend);

/** What the server passes to the loaders of the page that it renders. */
export interface ServerSide {
  /** Reads endpoints in-process. */
  api: { get(path: string): ReturnType<Send> };
  /** Set on the page's own inline scripts; the server replaces it by their hashes. */
  scriptNonce: string;
}
export const apiContext = createContext<ServerSide>();

/** The API client of a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): PublicClient {
  return createClient(({ path }) => context.get(apiContext).api.get(path));
}
