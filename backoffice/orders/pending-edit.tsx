import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";

/** Says that the items of the order may change yet, since a change waits for its payment. */
export function PendingEdit({
  edit: { summary, amount, payUntil, isExchange },
}: {
  edit: NonNullable<AdminOrder["pendingEdit"]>;
}) {
  return (
    <div role="status" className="grid gap-1 border-terracotta border-l-4 pl-3">
      <p>
        <strong>
          {isExchange ? "The exchange" : "A change"} waits for {formatMoney(amount)}
        </strong>{" "}
        until {formatDateTime(payUntil)}.{" "}
        {isExchange
          ? "Once it is paid, the return is accepted. Withdraw it to accept the return otherwise; if you decline the return, the exchange is withdrawn."
          : "Once it is paid, the items change; if you ship the order before, the change is withdrawn."}
      </p>
      <p className="text-bark wrap-anywhere">{summary}</p>
    </div>
  );
}
