import type { ComponentProps } from "react";
import { useSearchParams } from "react-router";
import { useGift } from "../cart/gift.ts";
import { purchaseConsent } from "../shared/measurement-answer.ts";
import { useShop } from "../shared/shop-context.ts";
import { CheckoutError } from "./checkout-error.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import { NothingToBuy } from "./nothing-to-buy.tsx";
import { returnedProblem } from "./payment/payment-problem.ts";
import { PaymentProgress } from "./payment/payment-progress.tsx";
import { usePayment } from "./payment/use-payment.ts";
import { useCheckout } from "./use-checkout.ts";
import { useCheckoutMemory } from "./use-checkout-memory.ts";

export function CheckoutPage() {
  const memory = useCheckoutMemory();
  const { measurement } = useShop();
  const { gift, changeGift } = useGift();
  const { loaded, isCurrent, isReading, failed, load, refresh, addAddress, acknowledgeChanges } = useCheckout({
    ...memory.remembered,
    gift,
  });
  const [search] = useSearchParams();
  const payment = usePayment({ memory, returned: returnedProblem(search.get("payment")), refresh });
  const { state } = payment;

  const content = () => {
    if ("payment" in state) return <PaymentProgress state={state} onCheckAgain={payment.checkAgain} />;
    if (failed) return <CheckoutError failed={failed} onRetry={load} />;
    if (!loaded) return <CheckoutSkeleton />;
    const { products, payable } = loaded.checkout;
    if (products.length === 0 && payable && state.step === "ready") return <NothingToBuy problem={state.problem} />;
    const pay: ComponentProps<typeof CheckoutForm>["onPay"] = (chosen, customer, method) => {
      acknowledgeChanges();
      const consent = purchaseConsent(measurement);
      const order = consent ? { ...chosen, measurement: consent } : chosen;
      if (order.total_price === 0) return payment.orderForFree(order);
      return method === "cash_on_delivery" && order.advance === undefined
        ? payment.orderForCash(order)
        : payment.pay(order, customer);
    };
    return (
      <CheckoutForm
        {...loaded}
        isCurrent={isCurrent}
        isReading={isReading}
        memory={memory}
        gift={gift}
        onGift={changeGift}
        state={state}
        onPay={pay}
        onAddress={addAddress}
      />
    );
  };
  return (
    <div className="container-page py-6 md:py-12">
      <div className="@container">{content()}</div>
    </div>
  );
}
