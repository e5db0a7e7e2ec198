/** The content of a credit note (rule 53 of the CGST rules): the credited units of an invoice, with the amounts stored for them. */

import { paise, sumPaise } from "../../../base/money.ts";
import type { creditNoteLine, orderItem } from "../../../platform/database/schema.ts";
import { mrpOf } from "../../../selling/pricing/price.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { creditLineName } from "../item-name.ts";
import { amountInWords } from "./amount-in-words.ts";
import { type Credit, type InvoiceLine, type Particulars, ratesOf, sumOf } from "./invoice.ts";

interface CreditedItem {
  item: typeof orderItem.$inferSelect;
  line: Omit<typeof creditNoteLine.$inferSelect, "creditNoteId" | "orderId">;
}

/** Composes a credit note without its number and date. @param invoice as it was issued, or amended since */
export function composeCreditNote(
  invoice: Particulars,
  credited: readonly CreditedItem[],
  credit: Credit,
): Particulars {
  const lines = credited.map(toLine);
  const shippingPaise = sumPaise(credited.map(({ line }) => line.shippingPaise));
  const totalPaise = sumPaise(lines.map(totalOf));
  const subtotalPaise = sumPaise(lines.map(goodsOf));
  return {
    ...invoice,
    lines,
    rates: ratesOf(lines),
    total: {
      ...sumOf(lines),
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      subtotalPaise,
      discountPaise: paise(subtotalPaise + shippingPaise - totalPaise),
      shippingPaise,
      // Included in the lines' share of shipping.
      feesPaise: paise(0),
      fees: [],
      totalPaise,
      inWords: amountInWords(totalPaise),
    },
    credit,
    amendment: null,
  };
}

/** Returns the value of the credited units before discounts; of a line without units, the amount of goods that it credits. */
const goodsOf = ({
  unitPaise,
  quantity,
  shippingPaise,
  totalPaise,
}: Pick<InvoiceLine, "unitPaise" | "quantity" | "shippingPaise" | "totalPaise">) =>
  paise(quantity === 0 ? totalPaise - shippingPaise : unitPaise * quantity);

function toLine({ item, line }: CreditedItem): InvoiceLine {
  const { sku, hsn, gstPercent } = item;
  const { quantity, taxablePaise, cgstPaise, sgstPaise, igstPaise, shippingPaise } = line;
  const unitPaise = mrpOf(item);
  const totalPaise = totalOf(line);
  return {
    title: creditLineName(item, { quantity, totalPaise, shippingPaise }),
    sku,
    lots: [],
    hsn,
    gstPercent,
    quantity,
    unitPaise,
    discountPaise: paise(goodsOf({ unitPaise, quantity, shippingPaise, totalPaise }) + shippingPaise - totalPaise),
    taxablePaise,
    cgstPaise,
    sgstPaise,
    igstPaise,
    shippingPaise,
    totalPaise,
  };
}
