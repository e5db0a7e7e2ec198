import { formatRecentDateTime } from "../../contract/dates.ts";
import { codeSentTo } from "../shared/code-sent-to.ts";
import { CodeForm } from "../shared/form/code-form.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import type { DraftOrderPayment, useDraftOrderPayment } from "./use-draft-order-payment.ts";

interface ConfirmCashProps {
  waiting: Extract<DraftOrderPayment, { step: "code" }>;
  payment: Pick<ReturnType<typeof useDraftOrderPayment>, "confirmCash" | "resendCode">;
}

/** Asks for the code that confirms an order for cash on delivery. */
export function ConfirmCash({ waiting: { order, sentAt }, payment: { confirmCash, resendCode } }: ConfirmCashProps) {
  const { currencySymbol } = useShop();
  const isOnPhone = order.sentBy === "whatsapp" || order.sentBy === "sms";
  return (
    <section aria-labelledby="confirm-cash" className="mt-7 max-w-md rounded-picture bg-linen p-5 sm:p-7">
      <h2 id="confirm-cash" className="text-title">
        Confirm your order
      </h2>
      <p id="confirm-cash-code" className="mt-2 mb-5 text-small wrap-anywhere">
        {codeSentTo(order.sentBy, order)} Enter it and we’ll get your order ready. You’ll pay{" "}
        {formatMoney(order.amount, currencySymbol)} in cash when it arrives. We’re holding your items until{" "}
        {formatRecentDateTime(order.confirmUntil)}.
      </p>
      <CodeForm
        action="Confirm order"
        onSubmit={confirmCash}
        onResend={() => resendCode(isOnPhone ? "phone" : "email")}
        onResendByEmail={isOnPhone ? () => resendCode("email") : undefined}
        sentAt={sentAt}
        describedBy="confirm-cash-code"
      />
    </section>
  );
}
