import { useState } from "react";
import { Link } from "react-router";
import { needsConfirmation } from "../../../contract/orders/badges.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { FormMessage } from "../../shared/form/submit.tsx";
import { completionOf } from "../../shared/order/completion.ts";
import { ConfirmCash } from "./confirm-cash.tsx";
import { PayEdit } from "./pay-edit.tsx";
import { PrepayCash } from "./prepay-cash.tsx";
import { RefundAccount } from "./refund-account.tsx";

interface OrderRequestsProps {
  order: OrderDetail;
  /** Called with the changed order. */
  onChange: (order: OrderDetail) => void;
}

/** What the order waits for from its customer: a code, a payment or an account. */
export function OrderRequests({ order, onChange }: OrderRequestsProps) {
  const [message, setMessage] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  return (
    <div>
      <p role="status" className="text-leaf text-small not-empty:mt-7">
        {confirmed && "Thank you! Your order is confirmed. We’ve emailed you the details."}
      </p>
      {order.state === "pending" && !needsConfirmation(order) && (
        <Link to="/checkout" state={completionOf(order)} className="button-primary mt-7 max-sm:w-full">
          Complete payment
        </Link>
      )}
      {needsConfirmation(order) && (
        <ConfirmCash
          order={order}
          onConfirmed={(changed) => {
            onChange(changed);
            setConfirmed(true);
          }}
        />
      )}
      {order.prepay && (
        <>
          <FormMessage form={{ message }} />
          <PrepayCash
            number={order.number}
            prepay={order.prepay}
            hasAdvance={order.advance !== null}
            onStart={() => setMessage(null)}
            onError={setMessage}
          />
        </>
      )}
      {order.pendingEdit && (
        <>
          <FormMessage form={{ message }} />
          <PayEdit
            number={order.number}
            edit={order.pendingEdit}
            onStart={() => setMessage(null)}
            onError={setMessage}
          />
        </>
      )}
      {order.refundAccount && <RefundAccount order={order} onChange={onChange} />}
    </div>
  );
}
