import { formatDateTime } from "../../../contract/dates.ts";
import { NOUN_WORDS, nounOf } from "../../../contract/orders/change-nouns.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { PayByLink } from "./pay-by-link.tsx";

interface PayEditProps {
  number: string;
  edit: NonNullable<OrderDetail["pendingEdit"]>;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Offers to pay for the change of a paid order. */
export function PayEdit({ edit: { summary, amount, payUntil, isExchange }, ...link }: PayEditProps) {
  const price = formatMoney(amount, useShop().currencySymbol);
  return (
    <PayByLink
      {...link}
      id="pay-edit"
      title={`Your ${NOUN_WORDS[nounOf({ exchanges: isExchange })]} is ready to be paid`}
      action={`Pay ${price}`}
    >
      <p className="wrap-anywhere">{summary}</p>
      <p className="mt-2">
        It costs {price} more. Please pay by {formatDateTime(payUntil)}; until then{" "}
        {isExchange ? "we’ve reserved the new items" : "your order stays as it is"}.
      </p>
    </PayByLink>
  );
}
