import type { MouseEvent } from "react";
import { Link } from "react-router";
import type { Cart } from "../../contract/cart/schemas.ts";
import { ArrivesBy } from "../shared/delivery/arrives-by.tsx";
import { useDeliveryDay } from "../shared/delivery/use-delivery-day.ts";
import { TruckIcon } from "../shared/icons.tsx";
import { formatMoney, roundedToPaise } from "../shared/money.ts";
import { PaymentMarks } from "../shared/payment-marks.tsx";
import { useShop } from "../shared/shop-context.ts";
import { BLOCKING_NOTICE } from "./item-notices.tsx";
import { OfferCode } from "./offer-code.tsx";
import { TOTAL_ID, TotalBar } from "./total-bar.tsx";

/**
 * The server's totals and the Checkout link. In a narrow window total and Checkout stick to its bottom along the whole list, so the outer
 * box is not rendered there.
 */
export function CartSummary({ cart, waiting }: { cart: Cart; waiting: boolean }) {
  const { cartCurrencySymbol, freeShipping, returnDays } = useShop();
  const promise = useDeliveryDay();
  const money = (rupees: number) => formatMoney(rupees, cartCurrencySymbol, "always");
  const { totalPrice, totalDiscount, offers, code, payable, totalProblem } = cart;
  const belowMrp = roundedToPaise(totalDiscount - offers.reduce((sum, { discount }) => sum + discount, 0));
  const amount = `tabular-nums transition-opacity duration-150 ${waiting ? "opacity-50" : ""}`;
  return (
    <aside
      aria-label="Summary"
      aria-busy={waiting}
      className="contents @tablet:sticky @tablet:top-36 @tablet:block @tablet:@max-desktop:mt-6 @tablet:rounded-picture @tablet:bg-linen @tablet:p-5 @desktop:p-6"
    >
      <div className="@max-tablet:mt-6 @max-tablet:rounded-picture @max-tablet:bg-linen @max-tablet:p-5">
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2.5">
          {totalDiscount > 0 && (
            <>
              <dt>Subtotal</dt>
              <dd className={`text-right ${amount}`}>{money(totalPrice + totalDiscount)}</dd>
            </>
          )}
          <dt>Shipping</dt>
          <dd className="text-right">{freeShipping ? "Free" : "At checkout"}</dd>
          {belowMrp > 0 && (
            <>
              <dt>Discount</dt>
              <dd className={`text-right font-semibold text-terracotta ${amount}`}>−{money(belowMrp)}</dd>
            </>
          )}
          {offers.map(({ name, discount }) => (
            <div key={name} className="col-span-full grid grid-cols-subgrid">
              <dt className="wrap-anywhere">{name}</dt>
              <dd className={`text-right font-semibold text-terracotta ${amount}`}>
                {discount > 0 ? `−${money(discount)}` : "Free"}
              </dd>
            </div>
          ))}
        </dl>
        {promise && (
          <p className="mt-4 flex items-center gap-2.5 text-small">
            <TruckIcon width="20" height="20" className="shrink-0 text-leaf" />
            <span>
              <ArrivesBy promise={promise} />
            </span>
          </p>
        )}
        <OfferCode code={code} />
      </div>
      <TotalBar
        total={money(totalPrice)}
        isSettled={!waiting}
        amountClassName={`@tablet:text-[1.75rem] @desktop:text-[2rem] ${amount}`}
        note={
          (!payable || totalProblem !== null) && (
            <p className="mb-3 text-small text-terracotta">
              {payable ? totalProblem : "Please review the items marked in your cart before you check out."}
            </p>
          )
        }
      >
        <Link
          to="/checkout"
          aria-describedby={TOTAL_ID}
          className="button-primary min-h-13 min-w-[min(10rem,100%)] @tablet:w-full"
          onClick={payable ? undefined : scrollToNotice}
        >
          Checkout
        </Link>
      </TotalBar>
      <div className="mt-4 text-bark text-small @tablet:mt-5">
        <PaymentMarks />
        {returnDays > 0 && (
          <p className="mt-3">
            Unopened products can be returned within{" "}
            <span className="inline-block">{returnDays === 1 ? "a day" : `${returnDays} days`}</span> of delivery.
          </p>
        )}
      </div>
    </aside>
  );
}

/** While a notice is unresolved, Checkout scrolls to it instead. */
function scrollToNotice(event: MouseEvent): void {
  const first = document.querySelector<HTMLElement>(`[${BLOCKING_NOTICE}]`);
  if (!first) return;
  event.preventDefault();
  first.scrollIntoView({ block: "center" });
  first.focus({ preventScroll: true });
}
