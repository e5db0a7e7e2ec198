import { type MouseEvent, useRef } from "react";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { TOTAL_ID, TotalBar } from "../cart/total-bar.tsx";
import { SpinnerIcon } from "../shared/icons.tsx";
import { formatMoney } from "../shared/money.ts";
import { Amounts } from "../shared/order/amounts.tsx";
import { useShop } from "../shared/shop-context.ts";
import { changesOf } from "./checkout-changes.ts";
import { advanceOf, paysNow } from "./paid-now.ts";
import { buttonFor, CART_CHANGED, changedProblem, newTotalProblem } from "./payment/payment-problem.ts";
import type { FormState } from "./payment/use-payment.ts";
import { ProblemBox } from "./problem-box.tsx";

interface OrderSummaryProps {
  checkout: Checkout;
  /** The checkout before it changed elsewhere; null if nothing changed. */
  before: Checkout | null;
  state: FormState;
  /** Whether the checkout was read for all that is chosen. */
  isCurrent: boolean;
  /** Whether a payment waits for the checkout to be read. */
  isWaiting: boolean;
  /** Whether a payment did not start because another total was shown. */
  hasNewTotal: boolean;
  onProceed: () => void;
}

/** The server's totals and the Proceed button. In a narrow window total and Proceed stick to its bottom. */
export function OrderSummary({
  checkout,
  before,
  state,
  isCurrent,
  isWaiting,
  hasNewTotal,
  onProceed,
}: OrderSummaryProps) {
  const { currencySymbol } = useShop();
  const problem = useRef<HTMLDivElement>(null);
  const { totalPrice, totalDiscount, rounding, offers, shipping, fees, giftWrap, payable, totalProblem } = checkout;
  const button = buttonFor(totalPrice);
  const money = (rupees: number) => formatMoney(rupees, currencySymbol);
  const advance = advanceOf(checkout);
  const waiting = isWaiting || state.step !== "ready";
  const changes = before && changesOf(before, checkout, money);
  const changed = changes && changes.length > 0 && state.step === "ready" ? changedProblem(changes, button) : null;
  const problemOfState = state.step === "ready" ? state.problem : null;
  const open = changed ?? (hasNewTotal ? newTotalProblem(money(totalPrice), button) : problemOfState);
  const shown = !payable ? CART_CHANGED : totalProblem === null ? open : { message: totalProblem };

  const click = (event: MouseEvent) => {
    event.preventDefault();
    if (payable && totalProblem === null) onProceed();
    else problem.current?.focus();
  };

  return (
    <>
      <section
        aria-labelledby="summary"
        className="@max-tablet:mt-5 @max-tablet:rounded-picture @max-tablet:bg-linen @max-tablet:p-5 @tablet:mt-2 @tablet:border-sand @tablet:border-t @tablet:pt-6"
      >
        <h2 id="summary" className="text-title">
          Order Summary
        </h2>
        <Amounts
          subtotal={inRupees(totalPrice + totalDiscount - shipping - fees)}
          shipping={shipping}
          fees={fees}
          giftWrap={giftWrap}
          discount={totalDiscount}
          offers={offers}
          rounding={rounding}
          className="mt-4"
        />
        {/* A phone's summary ends with its total; in a wide window the line above Proceed does. Screen readers read only that one. */}
        <p
          aria-hidden="true"
          className="mt-3 flex justify-between gap-4 border-sand border-t pt-3 font-semibold tabular-nums @tablet:hidden"
        >
          <span>Total</span> <span>{money(totalPrice)}</span>
        </p>
        {advance && (
          <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2.5 border-sand border-t pt-3">
            <dt className="font-semibold">Pay now</dt>
            <dd className="text-right font-semibold tabular-nums">{money(advance.now)}</dd>
            <dt>In cash on delivery</dt>
            <dd className="text-right tabular-nums">{money(advance.onDelivery)}</dd>
          </dl>
        )}
        <ProblemBox box={problem} problem={shown} />
      </section>
      <TotalBar total={money(totalPrice)} isSettled={isCurrent}>
        <button
          type="button"
          aria-disabled={waiting}
          aria-describedby={TOTAL_ID}
          onClick={click}
          className="button-primary relative min-h-12 min-w-[min(10rem,100%)] aria-disabled:opacity-60 @tablet:w-full"
        >
          {button}
          {waiting && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
        </button>
      </TotalBar>
      <p role="status" className="sr-only">
        {state.step === "opening" && (paysNow(checkout) ? "Opening the payment window…" : "Placing your order…")}
      </p>
    </>
  );
}

/** Rounds away the error of adding fractions. */
const inRupees = (sum: number) => Math.round(sum * 100) / 100;
