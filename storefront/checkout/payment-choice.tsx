import type { Checkout } from "../../contract/checkout/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";

interface PaymentChoiceProps {
  cashOnDelivery: NonNullable<Checkout["cashOnDelivery"]>;
  chosen: Checkout["paymentMethod"];
  onChoose: (method: Checkout["paymentMethod"]) => void;
}

/** Online or in cash; why the order cannot be paid in cash is said beside it. */
export function PaymentChoice({ cashOnDelivery: { fee, problem }, chosen, onChoose }: PaymentChoiceProps) {
  const { currencySymbol } = useShop();
  const methods = [
    { code: "online", name: "Pay online", text: "Card, UPI or net banking", price: "", problem: null },
    {
      code: "cash_on_delivery",
      name: "Cash on delivery",
      text: problem ?? "Confirm the order with a code that we email you",
      price: fee > 0 ? `+ ${formatMoney(fee, currencySymbol)}` : "",
      problem,
    },
  ] as const;
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-title">Payment</legend>
      <div className="mt-4 grid gap-3.5 sm:grid-cols-2">
        {methods.map(({ code, name, text, price, problem: unavailable }) => (
          <label
            key={code}
            className="flex cursor-pointer items-start gap-3.5 rounded-picture border border-sand p-4 transition-colors duration-150 hover:border-control has-checked:border-leaf has-checked:bg-white has-checked:shadow-[inset_0_0_0_1px_var(--color-leaf)] has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3"
          >
            <input
              type="radio"
              name="payment-method"
              value={code}
              checked={code === chosen}
              disabled={unavailable !== null}
              onChange={() => onChoose(code)}
              className="mt-0.5 size-5 shrink-0 accent-leaf outline-none"
            />
            <span className="min-w-0 flex-1 text-small">
              <span className="mb-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-body">
                <strong className={`font-semibold ${unavailable === null ? "" : "text-bark"}`}>{name}</strong>
                <span className="tabular-nums">{price}</span>
              </span>
              <span className={unavailable === null ? "" : "text-bark"}>{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
