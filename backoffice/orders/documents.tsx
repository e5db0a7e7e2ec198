import type { AdminOrder, PrintedDocument } from "../../contract/admin/orders.ts";
import { Panel } from "../shared/panel.tsx";
import { ResendMails } from "./resend-mails.tsx";

const NAMES: Readonly<Record<PrintedDocument, string>> = {
  slip: "Packing slip",
  label: "Address label",
  invoice: "Invoice",
  invoice_transporter: "Invoice for the courier",
  invoice_supplier: "Invoice for our files",
  challan: "Delivery challans",
  voucher: "Vouchers",
};

/** Returns the path of the PDF with this document of these orders. */
export const printPath = (document: PrintedDocument, numbers: readonly string[]) =>
  `/admin/api/orders/print.pdf?${new URLSearchParams({ document, numbers: numbers.join(",") })}`;

interface DocumentsProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** Links to documents to print, each in a new tab, and resends the order's emails. */
export function Documents({ order, onChanged }: DocumentsProps) {
  const { number, documents } = order;
  if (documents.length === 0 && order.mails.length === 0) return null;
  return (
    <Panel title="Documents and emails">
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {documents.map((document) => (
          <a
            key={document}
            href={printPath(document, [number])}
            target="_blank"
            rel="noreferrer"
            className="button-quiet"
          >
            {NAMES[document]}
          </a>
        ))}
      </div>
      <ResendMails order={order} onChanged={onChanged} />
    </Panel>
  );
}
