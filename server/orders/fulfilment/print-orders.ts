import type { PrintedDocument } from "../../../contract/admin/orders.ts";
import { ApiError, unreachable } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Challan } from "../orders/challans/challan.ts";
import { hasChallan, readChallans } from "../orders/challans/issue-challan.ts";
import { findOrders } from "../orders/find-order.ts";
import type { Copy } from "../orders/invoice/pdf.ts";
import { invoicesOf, type PaperDeps } from "../orders/invoice/read-invoice.ts";
import { withMark } from "../orders/invoice/seller-mark.ts";
import { isSale } from "../orders/lifecycle.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { notePrinted } from "../orders/printed-label.ts";
import { readVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { readAddressLabel } from "./address-label.ts";
import { readPackingSlip, type SlipRules } from "./packing-slip.ts";

/**
 * Draws a document of several orders as one PDF, in the order of the given numbers. Orders without the document are omitted.
 * @throws ApiError (404) for an unknown number, (409) if no order has one
 */
export async function printOrders(
  deps: PaperDeps & { db: Database },
  document: PrintedDocument,
  numbers: readonly string[],
  rules: SlipRules,
): Promise<Buffer> {
  const { db, media } = deps;
  const orders = await findOrders(db, numbers);
  // The libraries are loaded on first use, because they would slow every start.
  switch (document) {
    case "slip": {
      const { drawSlips } = await import("./packing-slip-pdf.ts");
      const sold = requireSome(orders.filter(({ state }) => isSale(state)));
      return drawSlips(await Promise.all(sold.map((order) => readPackingSlip(db, order, rules))));
    }
    case "label": {
      const { drawLabels } = await import("./address-label-pdf.ts");
      const labels = await Promise.all(orders.map((order) => readAddressLabel(db, order)));
      const drawn = await drawLabels(
        requireSome(
          labels.filter((label) => label !== null),
          NO_LABEL,
        ),
      );
      await notePrinted(
        db,
        orders.filter((_, at) => labels[at] !== null),
        new Date(),
      );
      return drawn;
    }
    case "invoice":
      return drawInvoiceCopies(deps, orders, "recipient");
    case "invoice_transporter":
      return drawInvoiceCopies(deps, orders, "transporter");
    case "invoice_supplier":
      return drawInvoiceCopies(deps, orders, "supplier");
    case "challan": {
      const { drawChallans } = await import("../orders/challans/challan-pdf.ts");
      const challans: Challan[] = [];
      for (const order of orders) if (await hasChallan(db, order.id)) challans.push(...(await readChallans(db, order)));
      return drawChallans(requireSome(challans));
    }
    case "voucher": {
      const { drawVouchers } = await import("../orders/vouchers/voucher-pdf.ts");
      const vouchers = await Promise.all(orders.map(({ id }) => readVouchers(db, id)));
      const issued = requireSome(vouchers.flat());
      return drawVouchers(await Promise.all(issued.map((voucher) => withMark(media, voucher))));
    }
    default:
      return unreachable(document);
  }
}

async function drawInvoiceCopies({ db, media }: PaperDeps, orders: readonly OrderRow[], copy: Copy): Promise<Buffer> {
  const { drawInvoices } = await import("../orders/invoice/pdf.ts");
  const invoiced = requireSome(orders.filter(({ invoiceNumber }) => invoiceNumber !== null));
  const invoices = await Promise.all(invoiced.map((order) => invoicesOf(db, order)));
  return drawInvoices(await Promise.all(invoices.flat().map((invoice) => withMark(media, invoice))), copy);
}

const NO_LABEL = "None of these orders has an address label. Where a courier is booked, print the courier’s own label.";

function requireSome<One>(found: readonly One[], problem = "None of these orders has this document."): readonly One[] {
  if (found.length === 0) throw new ApiError("wrong_order_state", problem);
  return found;
}
