/** Downloads labels from the addresses that couriers name: from the public internet, or the server of the courier's own API. */

import { createDownloader, DownloadProblem } from "../../platform/outgoing/download.ts";
import { type CourierFetch, requestCourier } from "./courier-request.ts";
import { CourierError } from "./provider.ts";

const MAX_BYTES = 10 * 1024 * 1024;

interface LabelSource {
  /** Base URL of the courier's API. */
  api: string;
  timeoutMs: number;
  fetch?: CourierFetch;
}

/** @returns a function that throws a CourierError `not_sent` without a PDF that can be printed; links are of another host, so it sends no key */
export function labelDownloader({ api, timeoutMs, fetch = globalThis.fetch }: LabelSource) {
  const download = createDownloader({ timeoutMs, accept: "application/pdf", userAgent: "Kewra labels" });

  async function fetchOwn(url: string): Promise<Buffer> {
    const request = { method: "GET", acts: false } as const;
    const { status, body } = await requestCourier(url, request, { fetch, timeoutMs, maxBytes: MAX_BYTES });
    if (status !== 200) throw new CourierError("not_sent", "unavailable", `The label’s address answers ${status}.`);
    return body;
  }

  return async (address: string): Promise<Buffer> => {
    const url = URL.parse(address);
    if (!url) throw new CourierError("refused", "rejected", "The label’s address can’t be read.");
    // The sandbox’s function reaches nothing outside this process, whatever the origin of the demo.
    const isOwn = fetch !== globalThis.fetch || url.origin === new URL(api).origin;
    const pdf = isOwn
      ? await fetchOwn(url.href)
      : (await download(url.href, { maxBytes: MAX_BYTES }).catch(asNotSent)).content;
    const { joinPdfs } = await import("./join-pdfs.ts");
    // One that can't be read would keep all others from being printed.
    await joinPdfs([pdf]).catch((cause: unknown) => {
      throw new CourierError("not_sent", "unavailable", "The label is no PDF yet.", { cause });
    });
    return pdf;
  };
}

function asNotSent(error: unknown): never {
  if (!(error instanceof DownloadProblem)) throw error;
  throw new CourierError("not_sent", "unavailable", `The label’s address ${error.message}.`, { cause: error });
}
