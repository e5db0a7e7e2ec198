import { eq } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { customerOrder } from "../../database/schema.ts";
import { currentSettings } from "../../settings/settings.ts";
import { type InvoiceFile, readInvoice } from "./read-invoice.ts";

/** Invoices that go with a mail: the mail names one, and it is drawn when the mail is sent. */

const PREFIX = "invoice:";

export const invoiceReference = (orderNumber: string) => `${PREFIX}${orderNumber}`;

/** @returns draws the invoice that a reference names. @throws Error where there is none */
export function invoiceAttachments(
  db: Database,
  environment: Record<string, string | undefined>,
): (reference: string) => Promise<InvoiceFile> {
  return async (reference) => {
    const number = reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : "";
    const [order] = await db.select().from(customerOrder).where(eq(customerOrder.number, number));
    if (!order) throw new Error(`nothing can be attached as ${reference}`);
    return readInvoice(db, order, await currentSettings(db, environment));
  };
}
