/** A thread that draws invoices and credit notes. */

import { parentPort } from "node:worker_threads";
import type { IssuedInvoice } from "./invoice.ts";
import { drawInvoice } from "./pdf.ts";

export interface DrawRequest {
  number: number;
  invoice: IssuedInvoice;
}

export type DrawResult = { number: number } & ({ pdf: Uint8Array } | { error: unknown });

const main = parentPort;
if (!main) throw new Error("draw-thread.ts runs as a worker thread only");
const send = (drawn: DrawResult) => main.postMessage(drawn);

main.on("message", async ({ number, invoice }: DrawRequest) => {
  try {
    send({ number, pdf: await drawInvoice(invoice) });
  } catch (error) {
    send({ number, error });
  }
});
