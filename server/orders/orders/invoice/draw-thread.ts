/** A thread that draws invoices, credit notes and vouchers. */

import { parentPort } from "node:worker_threads";
import type { Voucher } from "../vouchers/voucher.ts";
import { drawVouchers } from "../vouchers/voucher-pdf.ts";
import type { IssuedInvoice } from "./invoice.ts";
import { drawInvoice } from "./pdf.ts";

export type Drawn = { invoice: IssuedInvoice } | { voucher: Voucher };
export type DrawRequest = { number: number; drawn: Drawn };

export type DrawResult = { number: number } & ({ pdf: Uint8Array } | { error: unknown });

const main = parentPort;
if (!main) throw new Error("draw-thread.ts runs as a worker thread only");
const send = (drawn: DrawResult) => main.postMessage(drawn);

main.on("message", async ({ number, drawn }: DrawRequest) => {
  try {
    send({ number, pdf: "invoice" in drawn ? await drawInvoice(drawn.invoice) : await drawVouchers([drawn.voucher]) });
  } catch (error) {
    send({ number, error });
  }
});
