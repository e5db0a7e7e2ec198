/** Threads that render pages of the built storefront. */

import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished, vi } from "vitest";
import { openStorefront, type PageToRender, type RenderedPage } from "../../server/operations/pages/storefront.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

it("renders the same page as the main thread, and replaces a thread that ends", async () => {
  const postMessage = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => postMessage.mockRestore());
  const alone = await openStorefront({}, { ASSETS_HOST: "", RENDER_THREADS: 0 });
  const threads = await openStorefront({}, { ASSETS_HOST: "", RENDER_THREADS: 1 });

  const expected = readable(await alone.render(faq()));
  expect(expected.html).toContain("Does it travel well?");
  expect(readable(await threads.render(faq()))).toEqual(expected);

  const [thread] = postMessage.mock.contexts;
  if (!(thread instanceof Worker)) throw new Error("no page was sent to a thread");
  const waiting = threads.render({ ...faq(), callInProcess: () => new Promise(() => {}) });
  const rejected = expect(waiting).rejects.toThrow("A render thread ended");
  await thread.terminate();
  await rejected;
  await vi.waitFor(async () => expect(readable(await threads.render(faq()))).toEqual(expected), {
    timeout: LONGEST_WAIT_MS,
    interval: 500,
  });
});

const readable = (page: RenderedPage) => ({ ...page, html: Buffer.from(page.html).toString() });

/** The page of questions of a shop that has one, and no other data. */
const faq = (): PageToRender => ({
  url: "https://shop.example/faq",
  scriptNonce: "nonce",
  callInProcess: async (name) =>
    name === "listFaqs"
      ? {
          status: 200,
          body: {
            success: true,
            statusCode: 200,
            data: [{ _id: "1", question: "Does it travel well?", answer: "It does.", section: "Scent" }],
          },
        }
      : { status: 503, body: { success: false, statusCode: 503, code: "unavailable", message: "Away.", errors: [] } },
});
