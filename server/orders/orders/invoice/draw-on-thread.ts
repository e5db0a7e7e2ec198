import { Worker } from "node:worker_threads";
import type { Drawn, DrawRequest, DrawResult } from "./draw-thread.ts";

/** How long the thread waits for another document before it ends and frees the memory of its fonts. */
const IDLE_MS = 60_000;

interface Drawing {
  resolve(pdf: Buffer): void;
  reject(error: unknown): void;
}

interface Thread {
  draw(drawn: Drawn): Promise<Buffer>;
}

let running: Thread | null = null;

/** Draws a document as `drawInvoice` or `drawVouchers` does, on a thread of its own, so that requests do not wait. The first document starts the thread. */
export function drawOnThread(drawn: Drawn): Promise<Buffer> {
  running ??= startThread();
  return running.draw(drawn);
}

function startThread(): Thread {
  const worker = new Worker(new URL("./draw-thread.ts", import.meta.url));
  const drawings = new Map<number, Drawing>();
  let last = 0;
  let idle: NodeJS.Timeout | undefined;

  const thread: Thread = {
    draw(drawn) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      drawings.set(++last, { resolve, reject });
      clearTimeout(idle);
      // Keeps the process alive while a document is being drawn.
      worker.ref();
      worker.postMessage({ number: last, drawn } satisfies DrawRequest);
      return promise;
    },
  };
  function leave(): void {
    if (running === thread) running = null;
  }

  worker.on("message", (drawn: DrawResult) => {
    const drawing = drawings.get(drawn.number);
    drawings.delete(drawn.number);
    if ("pdf" in drawn) drawing?.resolve(Buffer.from(drawn.pdf));
    else drawing?.reject(drawn.error);
    if (drawings.size > 0) return;
    worker.unref();
    idle = setTimeout(() => {
      leave();
      void worker.terminate();
    }, IDLE_MS).unref();
  });
  let cause: unknown;
  worker.on("error", (error) => {
    cause = error;
  });
  worker.on("exit", () => {
    leave();
    for (const { reject } of drawings.values()) reject(new Error("The thread that draws documents ended.", { cause }));
  });
  return thread;
}
