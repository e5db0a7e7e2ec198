import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { PayByLink } from "./pay-by-link.tsx";

interface PrepayCashProps {
  number: string;
  prepay: NonNullable<OrderDetail["prepay"]>;
  /** Whether a part is paid already. */
  hasAdvance: boolean;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Offers to pay an order for cash on delivery online. */
export function PrepayCash({ prepay: { amount, savedFee }, hasAdvance, ...link }: PrepayCashProps) {
  const { currencySymbol } = useShop();
  return (
    <PayByLink
      {...link}
      id="prepay-cash"
      title={savedFee > 0 ? "Pay online and skip the cash fee" : "Rather not keep cash ready?"}
      action="Pay online now"
    >
      <p>
        Pay {hasAdvance && "the remaining "}
        {formatMoney(amount, currencySymbol)} online before your order ships
        {savedFee > 0 && `, ${formatMoney(savedFee, currencySymbol)} less than in cash`}. Nothing is due when it
        arrives.
      </p>
    </PayByLink>
  );
}
