import { type Paise, paise } from "../money.ts";
import type { OrderRow } from "./order-row.ts";

/** The fees of an order by name, as emails and invoice list them; those of 0 are omitted. */
export function feesOf({ feesPaise, gift }: Pick<OrderRow, "feesPaise" | "gift">): {
  label: string;
  amountPaise: Paise;
}[] {
  const wrapPaise = paise(gift?.wrapPaise ?? 0);
  return [
    { label: "Gift wrap", amountPaise: wrapPaise },
    { label: "Fees", amountPaise: paise(feesPaise - wrapPaise) },
  ].filter(({ amountPaise }) => amountPaise > 0);
}
