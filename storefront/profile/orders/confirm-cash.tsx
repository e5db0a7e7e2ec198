import { useState } from "react";
import { formatRecentDateTime } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { toRequestError } from "../../api/request.ts";
import { cartSync } from "../../cart/cart-sync.ts";
import { codeSentTo } from "../../shared/code-sent-to.ts";
import { CodeForm } from "../../shared/form/code-form.tsx";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";

interface ConfirmCashProps {
  order: OrderDetail;
  /** Called with the confirmed order, or with one that no longer waits. */
  onConfirmed: (order: OrderDetail) => void;
}

/** Asks for the code that confirms an order for cash on delivery. */
export function ConfirmCash({ order, onConfirmed }: ConfirmCashProps) {
  const { currencySymbol } = useShop();
  const { number, customer, totalPrice, payUntil } = order;
  const [sentBy, setSentBy] = useState(order.codeSent?.by ?? "email");
  const resend = async (by: "phone" | "email") => {
    const sent = await api.resendCashCode({ params: { number }, query: { by } });
    setSentBy(sent.sentBy ?? sentBy);
  };
  const confirm = async (code: string) => {
    const confirmed = await api.confirmCashOrder({ params: { number }, body: { code } }).catch((error: unknown) => {
      // It has changed meanwhile: in another tab, by staff, or because it was not confirmed in time.
      if (toRequestError(error).code !== "wrong_order_state") throw error;
      return api.readOrder({ params: { number } });
    });
    onConfirmed(confirmed);
    cartSync.changedByServer();
  };
  return (
    <section aria-labelledby="confirm-cash" className="mt-7 max-w-md rounded-picture bg-linen p-5 sm:p-7">
      <h2 id="confirm-cash" className="text-title">
        Confirm your order
      </h2>
      <p id="confirm-cash-code" className="mt-2 mb-5 text-small wrap-anywhere">
        {codeSentTo(sentBy, { email: customer.email, mobile: order.codeSent?.mobile ?? "" })} Enter it and we’ll get
        your order ready. You’ll pay {formatMoney(totalPrice, currencySymbol)} in cash when it arrives.
        {payUntil && ` We’re holding your items until ${formatRecentDateTime(payUntil)}.`}
      </p>
      <CodeForm
        action="Confirm order"
        onSubmit={confirm}
        onResend={() => resend(sentBy === "email" ? "email" : "phone")}
        onResendByEmail={sentBy === "email" ? undefined : () => resend("email")}
        sentAt={Date.parse(order.orderedAt)}
        describedBy="confirm-cash-code"
      />
    </section>
  );
}
