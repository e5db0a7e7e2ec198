import { type Paise, paise } from "../../base/money.ts";
import type { OrderRow } from "./order-row.ts";

/** Lists the fees of an order by name, as emails and invoice show them, without those of 0. */
export function feesOf({ feesPaise, gift }: Pick<OrderRow, "feesPaise" | "gift">): {
  label: string;
  amountPaise: Paise;
}[] {
  const wrapPaise = paise(gift?.wrapPaise ?? 0);
  return [
    { label: "Gift wrap", amountPaise: wrapPaise },
    { label: "Cash on delivery fee", amountPaise: paise(feesPaise - wrapPaise) },
  ].filter(({ amountPaise }) => amountPaise > 0);
}
