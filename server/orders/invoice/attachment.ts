import { eq } from "drizzle-orm";
import type { OrderDocument } from "../../../contract/orders/routes.ts";
import type { Database } from "../../database/database.ts";
import { customerOrder } from "../../database/schema.ts";
import { readCreditNote } from "./read-credit-note.ts";
import { type InvoiceFile, readInvoice } from "./read-invoice.ts";

/** Documents attached to emails: a queued email names one by a reference, and it is drawn when the email is sent. */

const READERS = { invoice: readInvoice, "credit-note": readCreditNote } as const satisfies Record<
  OrderDocument,
  unknown
>;

export const documentReference = (document: OrderDocument, orderNumber: string) => `${document}:${orderNumber}`;

/** @returns a function that draws the document of a reference. @throws Error if there is none */
export function orderAttachments(db: Database): (reference: string) => Promise<InvoiceFile> {
  return async (reference) => {
    const [document = "", number = ""] = reference.split(":", 2);
    const read = Object.hasOwn(READERS, document) ? READERS[document as OrderDocument] : null;
    const [order] = read ? await db.select().from(customerOrder).where(eq(customerOrder.number, number)) : [];
    if (!read || !order) throw new Error(`nothing can be attached as ${reference}`);
    return read(db, order);
  };
}
