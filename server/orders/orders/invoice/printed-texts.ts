import type { InvoiceContent, Particulars, Words } from "./invoice.ts";
import { statementsOf } from "./statements.ts";

/** Adds the words of a document to its particulars. */
export const withWords = (content: Particulars): InvoiceContent => ({
  ...content,
  words: wordsOf(content),
});

function wordsOf(content: Particulars): Words {
  const word = content.credit ? "credit note" : "invoice";
  return {
    title: content.credit?.isFinancial ? "Financial Credit Note" : content.credit ? "Credit Note" : "Tax Invoice",
    statements: statementsOf(content),
    note: `Prices include GST. This is a computer-generated ${word}; no signature is needed.`,
  };
}
