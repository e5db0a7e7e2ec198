import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { RenderThreadRequest, RenderThreadResponse, ThreadData } from "./render-thread.ts";
import type { PageToRender, RenderedPage } from "./storefront.ts";

/** How long until a thread that has ended is replaced, so that one that cannot start does not keep a core busy. */
const RESTART_MS = 1000;

interface Rendering extends PageToRender {
  resolve(rendered: RenderedPage): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  /** Pending renderings by their number. */
  renderings: Map<number, Rendering>;
}

/**
 * Renders pages on further threads, so that API requests do not wait for them.
 * @returns renders a page on the thread with the fewest renderings
 */
export function startRenderThreads(count: number, data: ThreadData): (page: PageToRender) => Promise<RenderedPage> {
  let lastPage = 0;
  const running = new Set<Thread>();
  for (let n = 0; n < count; n++) start();

  function start(): void {
    const worker = new Worker(new URL("./render-thread.ts", import.meta.url), { workerData: data });
    worker.unref();
    const thread: Thread = { worker, renderings: new Map() };
    running.add(thread);
    worker.on("message", (message: RenderThreadResponse) => receive(thread, message));
    let cause: unknown;
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", async (code) => {
      running.delete(thread);
      const error = new Error(`A render thread ended with code ${code}.`, { cause });
      for (const { reject } of thread.renderings.values()) reject(error);
      await pause(RESTART_MS, undefined, { ref: false });
      start();
    });
  }

  return async (page) => {
    const [thread] = [...running].sort((left, right) => left.renderings.size - right.renderings.size);
    if (!thread) throw new Error("No render thread is running.");
    const { worker, renderings } = thread;
    const number = ++lastPage;
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    renderings.set(number, { ...page, resolve, reject });
    post(worker, { type: "render", page: number, url: page.url, scriptNonce: page.scriptNonce });
    return promise;
  };
}

async function receive({ worker, renderings }: Thread, message: RenderThreadResponse): Promise<void> {
  const rendering = renderings.get(message.page);
  if (!rendering) return;
  if (message.type === "call") {
    const response = await rendering.callInProcess(...message.request);
    return post(worker, { type: "response", call: message.call, response });
  }
  renderings.delete(message.page);
  if (message.type === "rendered") rendering.resolve(message.rendered);
  else rendering.reject(message.error);
}

const post = (worker: Worker, message: RenderThreadRequest): void => worker.postMessage(message);
