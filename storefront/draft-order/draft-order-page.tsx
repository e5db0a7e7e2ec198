import { useCallback, useEffect } from "react";
import { Link, useParams } from "react-router";
import { formatDay } from "../../contract/dates.ts";
import type { DraftOrder } from "../../contract/draft-orders/schemas.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import { isFreeSample } from "../../contract/orders/free-sample.ts";
import { api } from "../api/api.ts";
import { ProblemBox } from "../checkout/problem-box.tsx";
import { AddressLines } from "../shared/address/address-lines.tsx";
import { ConsentSentence } from "../shared/consent-sentence.tsx";
import { SpinnerIcon } from "../shared/icons.tsx";
import { LinkPage } from "../shared/link-page.tsx";
import { formatMoney, roundedToPaise } from "../shared/money.ts";
import { Amounts } from "../shared/order/amounts.tsx";
import { Qty } from "../shared/order/qty.tsx";
import { Picture } from "../shared/picture.tsx";
import { Price } from "../shared/product/price.tsx";
import { LockIcon } from "../shared/rare-icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useRead } from "../shared/use-read.ts";
import { ConfirmCash } from "./confirm-cash.tsx";
import { headingOf } from "./heading.ts";
import { useDraftOrderPayment } from "./use-draft-order-payment.ts";

/** How often an unclear payment is checked. */
const CHECK_MS = 5000;
/** Shows an order that is paid by a link: a draft order, one for cash on delivery, or the change of a paid one. The link's token is the only credential. */
export function DraftOrderPage() {
  const { token = "" } = useParams();
  const read = useRead(useCallback(() => api.readDraftOrder({ params: { token } }), [token]));
  return (
    <LinkPage read={read} what="this order" opening="Opening your order…" width="max-w-2xl">
      {(draft) => <Opened key={draft.state} token={token} draft={draft} refresh={read.retry} />}
    </LinkPage>
  );
}

interface OpenedProps {
  token: string;
  draft: DraftOrder;
  /** Reads the order again. */
  refresh: () => void;
}

function Opened({ token, draft, refresh }: OpenedProps) {
  const payment = useDraftOrderPayment({ token, draft, refresh });
  const { state, checkAgain } = payment;
  const isUnclear = state.step === "unclear";
  useEffect(() => {
    if (!isUnclear) return;
    const timer = setInterval(checkAgain, CHECK_MS);
    return () => clearInterval(timer);
  }, [isUnclear, checkAgain]);

  const { currencySymbol } = useShop();
  const { title, text } = headingOf(draft, state.step, currencySymbol);
  return (
    <>
      <h1 className="text-heading text-balance">{title}</h1>
      <p role="status" className="mt-3 max-w-prose text-bark">
        {text}
      </p>
      {draft.message && draft.state === "open" && (
        <blockquote className="mt-5 border-brass border-l-2 pl-4 whitespace-pre-line wrap-anywhere">
          {draft.message}
        </blockquote>
      )}
      {draft.state === "open" && draft.edit === null && <Contents draft={draft} />}
      {draft.edit && <p className="mt-5 max-w-prose wrap-anywhere">{draft.edit}</p>}
      {draft.state === "open" && state.step === "code" && <ConfirmCash waiting={state} payment={payment} />}
      {draft.state === "open" && !isUnclear && state.step !== "code" && <Pay draft={draft} payment={payment} />}
      {isUnclear && (
        <button type="button" className="button-primary mt-6" onClick={checkAgain}>
          Check again
        </button>
      )}
      {draft.state !== "open" && (
        <p className="mt-6 flex flex-wrap gap-3">
          {draft.state === "paid" && (
            <Link
              to={draft.edit === null ? "/forgot/password" : orderPage(draft.orderNumber ?? "")}
              className="button-primary"
            >
              {draft.edit === null ? "Set a password" : "See your order"}
            </Link>
          )}
          <Link to="/products" className={draft.state === "paid" ? "button-quiet" : "button-primary"}>
            See all products
          </Link>
        </p>
      )}
    </>
  );
}

function Contents({ draft }: { draft: DraftOrder }) {
  const { currencySymbol } = useShop();
  return (
    <>
      <ul className="mt-6 divide-y divide-sand border-sand border-y">
        {draft.items.map(({ title, size, quantity, price, originalPrice, image }) => (
          <li key={`${title} ${size}`} className="flex gap-4 py-4">
            <div className="size-20 shrink-0 overflow-hidden rounded-picture bg-linen">
              {image && <Picture picture={image} sizes="80px" imageClassName="size-full object-cover" />}
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-display text-item leading-tight wrap-anywhere">{title}</p>
              <p className="text-bark text-small">{size}</p>
              <div className="flex gap-x-1 text-small tabular-nums">
                <p className="shrink-0 text-bark">
                  <Qty /> {quantity} ×
                </p>
                {isFreeSample({ price }) ? (
                  <p className="text-leaf">free sample</p>
                ) : (
                  <Price price={price} originalPrice={originalPrice} hasDiscount={false} />
                )}
              </div>
            </div>
            <p className="tabular-nums">{formatMoney(roundedToPaise(price * quantity), currencySymbol)}</p>
          </li>
        ))}
      </ul>
      {draft.problem === null && (
        <Amounts
          subtotal={draft.subtotal}
          shipping={draft.shipping}
          fees={draft.fees}
          discount={draft.totalDiscount}
          offers={draft.offers}
          rounding={draft.cash?.rounding ?? 0}
          paidInAdvance={draft.cash?.paidInAdvance ?? 0}
          total={draft.totalPrice}
          className="mt-5"
        />
      )}
      {draft.code?.problem && <p className="mt-3 text-bark text-small">{draft.code.problem}</p>}
      {draft.customer.name && (
        <>
          <h2 className="mt-8 text-title">Delivering to</h2>
          <p className="mt-2">{draft.receiver ?? draft.customer.name}</p>
          <AddressLines {...draft.shippingAddress} />
        </>
      )}
      {draft.shippingMethod && (
        <p className="mt-2 text-bark">
          {draft.shippingMethod.name}
          {draft.shippingMethod.deliverBy && `, by ${formatDay(draft.shippingMethod.deliverBy)}`}
        </p>
      )}
    </>
  );
}

function Pay({
  draft,
  payment: { state, pay, orderForCash },
}: {
  draft: DraftOrder;
  payment: ReturnType<typeof useDraftOrderPayment>;
}) {
  const { currencySymbol } = useShop();
  const isBusy = state.step !== "ready";
  const isFree = draft.problem === null && draft.totalPrice === 0;
  const remedy = draft.byAssistant ? "Please go back to your assistant." : "Please write to us.";
  const problem = draft.problem !== null ? { message: `${draft.problem} ${remedy}` } : null;
  const { cashOnDelivery } = draft;
  return (
    <>
      <ProblemBox problem={problem ?? (state.step === "ready" ? state.problem : null)} />
      <button
        type="button"
        aria-disabled={isBusy || problem !== null}
        onClick={() => {
          if (!isBusy && !problem) pay();
        }}
        className="button-primary relative mt-6 min-h-12 w-full aria-disabled:opacity-60"
      >
        {problem
          ? "Can’t be paid now"
          : isBusy
            ? isFree
              ? "Placing your order…"
              : "Opening the payment window…"
            : isFree
              ? "Place order"
              : `Pay ${formatMoney(draft.totalPrice, currencySymbol)}`}
        {isBusy && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
      </button>
      {!problem && (
        <p className="mt-4 flex items-start gap-2 text-bark text-small">
          <LockIcon width="18" height="18" className="mt-px shrink-0" />
          {isFree
            ? "There’s nothing to pay for this order."
            : "Card, UPI or net banking, through Razorpay. We never see your card."}
        </p>
      )}
      {cashOnDelivery && !problem && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) orderForCash(cashOnDelivery.totalPrice);
          }}
          className="button-quiet mt-4 min-h-12 w-full aria-disabled:opacity-60"
        >
          Pay {formatMoney(cashOnDelivery.totalPrice, currencySymbol)} in cash on delivery
        </button>
      )}
      {cashOnDelivery && !problem && (
        <p className="mt-2 text-bark text-small">
          {cashOnDelivery.fee > 0 && `With a fee of ${formatMoney(cashOnDelivery.fee, currencySymbol)}. `}
          We’ll email you a code to confirm the order.
        </p>
      )}
      {!draft.cash && draft.edit === null && !problem && (
        <p className="mt-3 text-bark text-small">
          <ConsentSentence place="draft_order" />
        </p>
      )}
    </>
  );
}
