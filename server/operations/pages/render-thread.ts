/** A thread that renders pages. Their API calls run on the main thread, which has the database. */

import { parentPort, workerData } from "node:worker_threads";
import type { InProcessApi } from "../../../contract/endpoints.ts";
import { openBuild } from "./build.ts";
import type { RenderedPage } from "./storefront.ts";

export interface ThreadData {
  folder: string;
  assetsHost: string;
}

export type RenderThreadRequest =
  | { type: "render"; page: number; url: string; scriptNonce: string }
  | { type: "response"; call: number; response: Awaited<ReturnType<InProcessApi>> };

export type RenderThreadResponse =
  | { type: "call"; page: number; call: number; request: Parameters<InProcessApi> }
  | { type: "rendered"; page: number; rendered: RenderedPage }
  | { type: "failed"; page: number; error: unknown };

const main = parentPort;
if (!main) throw new Error("render-thread.ts runs as a worker thread only");
const send = (message: RenderThreadResponse) => main.postMessage(message);

const { folder, assetsHost } = workerData as ThreadData;
const build = await openBuild(folder, assetsHost);
const calls = new Map<number, (response: Awaited<ReturnType<InProcessApi>>) => void>();
let lastCall = 0;

main.on("message", (message: RenderThreadRequest) => {
  if (message.type === "render") return void render(message);
  calls.get(message.call)?.(message.response);
  calls.delete(message.call);
});

async function render({ page, url, scriptNonce }: Extract<RenderThreadRequest, { type: "render" }>): Promise<void> {
  const callInProcess: InProcessApi = (...request) => {
    const call = ++lastCall;
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<InProcessApi>>>();
    calls.set(call, resolve);
    send({ type: "call", page, call, request });
    return promise;
  };
  try {
    send({ type: "rendered", page, rendered: await build.render({ url, scriptNonce, callInProcess }) });
  } catch (error) {
    send({ type: "failed", page, error });
  }
}
