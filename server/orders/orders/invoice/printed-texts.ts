import type { InvoiceContent, Particulars, Words } from "./invoice.ts";
import { statementsOf } from "./statements.ts";

/** Adds the words of a document to its particulars. */
export const withWords = (content: Particulars): InvoiceContent => ({
  ...content,
  words: wordsOf(content),
});

function wordsOf(content: Particulars): Words {
  const { credit } = content;
  const { title, prices } = SUPPLIES[supplyOf(content)];
  return {
    title: credit?.isFinancial ? "Financial Credit Note" : credit ? "Credit Note" : title,
    statements: statementsOf(content),
    // Rule 53 has no exception for electronic credit notes, as rule 46 has for invoices.
    note: credit ? prices : `${prices} This is a computer-generated document; no signature is needed.`,
  };
}

/** What is sold at 0 % gets a bill of supply; with taxed goods, one document for both (rules 46A and 49 of the CGST rules). */
const SUPPLIES = {
  taxed: { title: "Tax Invoice", prices: "Prices include GST." },
  untaxed: { title: "Bill of Supply", prices: "No GST is charged on these goods." },
  both: { title: "Invoice-cum-Bill of Supply", prices: "Prices include GST." },
};

function supplyOf({ lines }: Particulars): keyof typeof SUPPLIES {
  const untaxed = lines.filter(({ gstPercent }) => gstPercent === 0).length;
  if (untaxed === 0) return "taxed";
  return untaxed === lines.length ? "untaxed" : "both";
}
