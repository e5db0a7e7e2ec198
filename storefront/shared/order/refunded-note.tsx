import { formatRecentDay } from "../../../contract/dates.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../money.ts";
import { useShop } from "../shop-context.ts";

/** Shows the order's refunds beside the badge of its state. */
export function RefundedNote({ refunded }: Pick<OrderSummary, "refunded">) {
  const { currencySymbol } = useShop();
  if (!refunded) return null;
  return (
    <p className="font-semibold text-leaf text-small tabular-nums">
      Refunded {formatMoney(refunded.amount, currencySymbol)} on {formatRecentDay(refunded.at)}
    </p>
  );
}
