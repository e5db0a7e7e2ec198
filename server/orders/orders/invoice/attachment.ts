/** Documents attached to emails: a queued email refers to one by name, and the document is drawn when the email is sent. */

import { eq, sql } from "drizzle-orm";
import type { OrderDocument } from "../../../../contract/orders/routes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { prepareForTransactions } from "../../../platform/database/prepared.ts";
import { customerOrder } from "../../../platform/database/schema.ts";
import { readCreditNote } from "./read-credit-note.ts";
import { type InvoiceFile, readInvoice } from "./read-invoice.ts";

/** @param creditNote its position within the order */
export const documentReference = (document: OrderDocument, orderNumber: string, creditNote?: number) =>
  creditNote === undefined ? `${document}:${orderNumber}` : `${document}:${orderNumber}:${creditNote}`;

/** @returns a function that draws the document of a reference. @throws Error if there is none */
export function orderAttachments(db: Database): (reference: string) => Promise<InvoiceFile> {
  return async (reference) => {
    const [document, number = "", position] = reference.split(":", 3);
    const [order] = await orderByNumber(db).execute({ number });
    if (order && document === "invoice") return readInvoice(db, order);
    if (order && document === "credit-note") return readCreditNote(db, order, position ? Number(position) : undefined);
    throw new Error(`nothing can be attached as ${reference}`);
  };
}

const orderByNumber = prepareForTransactions("order by number", (db) =>
  db
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.number, sql.placeholder("number"))),
);
