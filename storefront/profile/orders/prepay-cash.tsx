import { useNavigate } from "react-router";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { WaitingButton } from "./waiting-button.tsx";

interface PrepayCashProps {
  number: string;
  prepay: NonNullable<OrderDetail["prepay"]>;
  /** Whether a part is paid already. */
  hasAdvance: boolean;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Offers to pay an order for cash on delivery online. */
export function PrepayCash({ number, prepay: { amount, savedFee }, hasAdvance, onStart, onError }: PrepayCashProps) {
  const { currencySymbol } = useShop();
  const navigate = useNavigate();
  const { running, start } = useRequest();
  const open = () => {
    onStart();
    void start(() => api.readPayLink({ params: { number } }), {
      onSuccess: ({ path }) => void navigate(path),
      onError: ({ message }) => onError(message),
    });
  };
  return (
    <section aria-labelledby="prepay-cash" className="mt-7 max-w-md rounded-picture bg-linen p-5 sm:p-7">
      <h2 id="prepay-cash" className="text-title">
        {savedFee > 0 ? "Pay online and skip the cash fee" : "Rather not keep cash ready?"}
      </h2>
      <p className="mt-2 mb-5 text-small">
        Pay {hasAdvance && "the remaining "}
        {formatMoney(amount, currencySymbol)} online before your order ships
        {savedFee > 0 && `, ${formatMoney(savedFee, currencySymbol)} less than in cash`}. Nothing is due when it
        arrives.
      </p>
      <WaitingButton running={running} doing="Opening the payment window…" onClick={open}>
        Pay online now
      </WaitingButton>
    </section>
  );
}
