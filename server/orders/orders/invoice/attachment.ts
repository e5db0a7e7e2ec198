/** Documents attached to emails: a queued email refers to one by name, and the document is drawn when the email is sent. */

import { eq, sql } from "drizzle-orm";
import type { OrderDocument } from "../../../../contract/orders/routes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { prepareForTransactions } from "../../../platform/database/prepared.ts";
import { customerOrder } from "../../../platform/database/schema.ts";
import { drawVoucher } from "../vouchers/issue-vouchers.ts";
import { readCreditNote } from "./read-credit-note.ts";
import { type InvoiceFile, type PaperDeps, readInvoice } from "./read-invoice.ts";

/** @param position of the document within the order, if it has several */
export const documentReference = (document: OrderDocument, orderNumber: string, position?: number) =>
  position === undefined ? `${document}:${orderNumber}` : `${document}:${orderNumber}:${position}`;

/** @returns a function that draws the document of a reference. @throws Error if there is none */
export function orderAttachments(deps: PaperDeps & { db: Database }): (reference: string) => Promise<InvoiceFile> {
  return async (reference) => {
    const [document, number = "", at] = reference.split(":", 3);
    const position = at ? Number(at) : undefined;
    const [order] = await orderByNumber(deps.db).execute({ number });
    if (order && document === "invoice") return readInvoice(deps, order, position);
    if (order && document === "credit-note") return readCreditNote(deps, order, position);
    if (order && document === "receipt-voucher") return drawVoucher(deps, order, "receipt", position);
    if (order && document === "refund-voucher") return drawVoucher(deps, order, "refund", position);
    throw new Error(`nothing can be attached as ${reference}`);
  };
}

const orderByNumber = prepareForTransactions("order by number", (db) =>
  db
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.number, sql.placeholder("number"))),
);
