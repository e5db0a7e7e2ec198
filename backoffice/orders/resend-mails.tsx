import { useState } from "react";
import type { AdminOrder, OrderMail } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";

const NAMES: Readonly<Record<OrderMail, string>> = {
  confirmation: "Confirmation",
  shipped: "Shipped",
  delivered: "Delivered",
  payment_link: "Payment link",
};

/** Resends an email about the order to the customer. */
export function ResendMails({ order, onChanged }: { order: AdminOrder; onChanged: (order: AdminOrder) => void }) {
  const mayWrite = useMay("change_orders");
  const [sent, setSent] = useState<OrderMail | null>(null);
  const { run, busy, error } = useAction();
  if (!mayWrite || order.mails.length === 0) return null;
  const resend = (mail: OrderMail) =>
    run(async () => {
      onChanged(await call("resendMail", { params: { number: order.number }, body: { mail } }));
      setSent(mail);
    });
  return (
    <section aria-label="Email again">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-1 text-bark" aria-hidden="true">
          Email again:
        </p>
        {order.mails.map((mail) => (
          <Button key={mail} type="button" className="button-quiet" disabled={busy} onClick={() => resend(mail)}>
            {NAMES[mail]}
          </Button>
        ))}
        <p role="status" className="text-bark">
          {sent && `${NAMES[sent]}: the email is on its way.`}
        </p>
      </div>
      <Problem error={error} />
    </section>
  );
}
