import type { Checkout } from "../../contract/checkout/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { RadioCard } from "./radio-card.tsx";

interface PaymentChoiceProps {
  cashOnDelivery: NonNullable<Checkout["cashOnDelivery"]>;
  chosen: Checkout["paymentMethod"];
  onChoose: (method: Checkout["paymentMethod"]) => void;
}

/** Lets the shopper pay online or in cash, or says why the order cannot be paid in cash. */
export function PaymentChoice({ cashOnDelivery: { fee, problem, advance }, chosen, onChoose }: PaymentChoiceProps) {
  const { currencySymbol } = useShop();
  const methods = [
    { code: "online", name: "Pay online", text: "Card, UPI or net banking", price: "", problem: null },
    {
      code: "cash_on_delivery",
      name: "Cash on delivery",
      text:
        problem ??
        (advance
          ? `Pay ${formatMoney(advance.now, currencySymbol)} now by card, UPI or net banking, and ${formatMoney(advance.onDelivery, currencySymbol)} in cash when it arrives`
          : "Confirm the order with a code that we email you"),
      price: fee > 0 ? `+ ${formatMoney(fee, currencySymbol)}` : "",
      problem,
    },
  ] as const;
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-title">Payment</legend>
      <div className="mt-4 grid gap-3.5 @min-[30rem]:@max-tablet:grid-cols-2 @desktop:grid-cols-2">
        {methods.map(({ code, name, text, price, problem: unavailable }) => (
          <RadioCard
            key={code}
            name="payment-method"
            value={code}
            checked={code === chosen}
            disabled={unavailable !== null}
            onChoose={() => onChoose(code)}
            title={<strong className="font-semibold">{name}</strong>}
            aside={price}
          >
            {text}
          </RadioCard>
        ))}
      </div>
      {advance && chosen === "cash_on_delivery" && (
        <p className="mt-3 max-w-prose text-bark text-small">
          If you cancel before your order ships, or your parcel comes back to us, we refund the{" "}
          {formatMoney(advance.now, currencySymbol)} in full. For a return, what you paid now goes back to your original
          payment method, and what you paid in cash to your UPI ID.
        </p>
      )}
    </fieldset>
  );
}
