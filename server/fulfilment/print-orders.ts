import type { PrintedDocument } from "../../contract/admin/orders.ts";
import type { Database } from "../database/database.ts";
import { ApiError, unreachable } from "../errors.ts";
import { findOrders } from "../orders/find-order.ts";
import { invoiceOf } from "../orders/invoice/read-invoice.ts";
import { isSale } from "../orders/lifecycle.ts";
import { notePrinted } from "../orders/printed-label.ts";
import { readAddressLabel } from "./address-label.ts";
import { readPackingSlip } from "./packing-slip.ts";

/**
 * Draws a document of several orders as one PDF, in the order of the given numbers. Orders without the document are omitted.
 * @throws ApiError (404) for an unknown number, (409) if no order has one
 */
export async function printOrders(
  db: Database,
  document: PrintedDocument,
  numbers: readonly string[],
): Promise<Buffer> {
  const orders = await findOrders(db, numbers);
  // The libraries are loaded on first use, because they would slow every start.
  switch (document) {
    case "slip": {
      const { drawSlips } = await import("./packing-slip-pdf.ts");
      const sold = requireSome(orders.filter(({ state }) => isSale(state)));
      return drawSlips(await Promise.all(sold.map((order) => readPackingSlip(db, order))));
    }
    case "label": {
      const { drawLabels } = await import("./address-label-pdf.ts");
      const labels = await Promise.all(orders.map((order) => readAddressLabel(db, order)));
      const drawn = await drawLabels(requireSome(labels.filter((label) => label !== null)));
      await notePrinted(
        db,
        orders.filter((_, at) => labels[at] !== null),
        new Date(),
      );
      return drawn;
    }
    case "invoice": {
      const { drawInvoices } = await import("../orders/invoice/pdf.ts");
      const invoiced = requireSome(orders.filter(({ invoiceNumber }) => invoiceNumber !== null));
      return drawInvoices(await Promise.all(invoiced.map((order) => invoiceOf(db, order))));
    }
    default:
      return unreachable(document);
  }
}

function requireSome<One>(found: readonly One[]): readonly One[] {
  if (found.length === 0) throw new ApiError("wrong_order_state", "None of these orders has this document.");
  return found;
}
