import { useState } from "react";
import { MAX_CASH_REASON } from "../../contract/admin/cash.ts";
import { MAX_STAFF_REASON } from "../../contract/admin/order-money.ts";
import type { AdminOrder, OrderAction } from "../../contract/admin/orders.ts";
import type { Permission } from "../../contract/admin/permissions.ts";
import { call } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { Field } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { useMe } from "../shared/session.ts";
import { fieldMessage } from "../shared/use-action.ts";
import { WhyField } from "../shared/why-field.tsx";
import { KeepOffersField } from "./keep-offers-field.tsx";
import { MoneyForm } from "./money-form.tsx";
import { PlainForm } from "./plain-form.tsx";
import { remainingOf, toUnits, type Units, UnitsField } from "./units-field.tsx";

/** Returns have a panel of their own. */
type Action = Exclude<OrderAction, `return-${string}` | `${string}-replacement`>;
const ACTIONS: Readonly<Record<Action, { name: string; title: string; permission: Permission }>> = {
  "delivery-failed": {
    name: "Delivery failed",
    title: "The courier could not deliver it",
    permission: "fulfil_orders",
  },
  lost: { name: "Lost", title: "The courier has lost the parcel", permission: "refund" },
  "came-back": { name: "Came back", title: "The parcel has come back", permission: "refund" },
  refund: { name: "Refund items", title: "Refund items", permission: "refund" },
  "refund-shipping": { name: "Refund shipping", title: "Refund shipping and fees", permission: "refund" },
  goodwill: { name: "Refund an amount", title: "Refund an amount", permission: "refund" },
  "undo-write-off-cash": {
    name: "Undo the write-off",
    title: "Claim the cash again",
    permission: "record_remittances",
  },
  cancel: { name: "Cancel", title: "Cancel the order or some items", permission: "change_orders" },
};

const isAction = (action: OrderAction): action is Action => Object.hasOwn(ACTIONS, action);

interface ActionProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** Offers the member's other actions on the order. Each opens a dialog, because most of them refund. */
export function OrderActions({ order, onChanged }: ActionProps) {
  const { permissions } = useMe();
  const [open, setOpen] = useState<Action | null>(null);
  const allowed = order.actions.filter(isAction).filter((action) => permissions.includes(ACTIONS[action].permission));
  if (allowed.length === 0) return null;
  const form = {
    order,
    onChanged: (changed: AdminOrder) => {
      setOpen(null);
      onChanged(changed);
    },
    onClose: () => setOpen(null),
  };
  return (
    <section aria-label="More actions" className="flex flex-wrap gap-2">
      {allowed.map((action) => (
        <button key={action} type="button" className="button-quiet" onClick={() => setOpen(action)}>
          {ACTIONS[action].name}…
        </button>
      ))}
      {open && (
        <Dialog title={ACTIONS[open].title} onClose={form.onClose}>
          {open === "cancel" && <CancelForm {...form} />}
          {open === "refund" && <RefundForm {...form} />}
          {(open === "goodwill" || open === "refund-shipping") && <AmountForm {...form} action={open} />}
          {(open === "lost" || open === "came-back") && <LossForm {...form} action={open} />}
          {open === "undo-write-off-cash" && <UndoWriteOffForm {...form} />}
          {open === "delivery-failed" && <FailedDeliveryForm {...form} />}
        </Dialog>
      )}
    </section>
  );
}

type FormProps = ActionProps & { onClose: () => void };

function CancelForm({ order, onChanged, onClose }: FormProps) {
  const choices = remainingOf(order);
  const [units, setUnits] = useState<Units>(Object.fromEntries(choices.map(({ position, max }) => [position, max])));
  const [reason, setReason] = useState("");
  const [keepsOffers, setKeepsOffers] = useState(false);
  const isAll = choices.every(({ position, max }) => units[position] === max);
  const { number, version } = order;
  const request = (preview: boolean) =>
    call("cancelAnyOrder", {
      params: { number },
      body: { version, preview, reason, ...(!isAll && { lines: toUnits(units), keep_offers: keepsOffers }) },
    });
  return (
    <MoneyForm
      action={isAll ? "Cancel the order" : "Cancel the items"}
      consequence={`${isAll ? "The whole order is cancelled" : "These items are cancelled"} and returned to the stock; the customer gets an email.`}
      request={request}
      onDone={onChanged}
      onClose={onClose}
    >
      {(error) => (
        <>
          {order.canCancelUnits ? (
            <UnitsField legend="Cancel" choices={choices} value={units} onChange={setUnits} />
          ) : (
            <p>Only the whole order can be cancelled now.</p>
          )}
          {!isAll && <KeepOffersField value={keepsOffers} onChange={setKeepsOffers} />}
          <WhyField
            value={reason}
            onChange={setReason}
            maxLength={MAX_STAFF_REASON}
            hint="A sentence for the customer (optional)."
            error={error}
          />
        </>
      )}
    </MoneyForm>
  );
}

function RefundForm({ order, onChanged, onClose }: FormProps) {
  const [units, setUnits] = useState<Units>({});
  const [restock, setRestock] = useState<Units>({});
  // Without a return, the shop or the courier is usually at fault.
  const [keepsOffers, setKeepsOffers] = useState(true);
  const { number, version } = order;
  const lines = toUnits(units);
  const chosen = remainingOf(order).flatMap((choice) => {
    const max = units[choice.position] ?? 0;
    return max > 0 ? [{ ...choice, max }] : [];
  });
  const request = (preview: boolean) =>
    call("refundUnits", {
      params: { number },
      body: {
        version,
        preview,
        lines,
        keep_offers: keepsOffers,
        restock: toUnits(restock).filter(({ position }) => chosen.some((one) => one.position === position)),
      },
    });
  return (
    <MoneyForm
      action="Refund the items"
      consequence="These items are refunded without a return; the customer gets an email with the credit note."
      request={request}
      onDone={onChanged}
      onClose={onClose}
    >
      {() => (
        <>
          <UnitsField
            legend="Refund"
            choices={remainingOf(order)}
            value={units}
            onChange={(next) => {
              setUnits(next);
              // No more units are restocked than are refunded.
              setRestock((now) =>
                Object.fromEntries(
                  Object.entries(now).map(([position, quantity]) => [
                    position,
                    Math.min(quantity, next[Number(position)] ?? 0),
                  ]),
                ),
              );
            }}
          />
          {chosen.length > 0 && (
            <UnitsField legend="Put back in stock" choices={chosen} value={restock} onChange={setRestock} />
          )}
          <KeepOffersField value={keepsOffers} onChange={setKeepsOffers} />
        </>
      )}
    </MoneyForm>
  );
}

function AmountForm({ order, action, onChanged, onClose }: FormProps & { action: "goodwill" | "refund-shipping" }) {
  const isShipping = action === "refund-shipping";
  const [amount, setAmount] = useState(isShipping ? String(order.shippingLeft) : "");
  const [reason, setReason] = useState("");
  const { number, version } = order;
  const request = (preview: boolean) =>
    call(isShipping ? "refundShipping" : "refundGoodwill", {
      params: { number },
      body: { version, preview, amount: Number(amount), reason },
    });
  return (
    <MoneyForm
      action={isShipping ? "Refund the shipping" : "Refund the amount"}
      consequence={
        isShipping
          ? "Shipping and fees are refunded and the goods stay as invoiced; the customer gets an email with the credit note."
          : "The prices stay as invoiced, so this refund has no credit note. The customer gets an email."
      }
      request={request}
      onDone={onChanged}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            label="Amount in rupees"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            inputMode="decimal"
            autoComplete="off"
            error={fieldMessage(error, "amount")}
            {...(isShipping && { hint: `At most ${formatMoney(order.shippingLeft)} is left.` })}
          />
          <WhyField
            value={reason}
            onChange={setReason}
            maxLength={MAX_STAFF_REASON}
            hint="A sentence for the customer."
            error={error}
          />
        </>
      )}
    </MoneyForm>
  );
}

function LossForm({ order, action, onChanged, onClose }: FormProps & { action: "lost" | "came-back" }) {
  const { number, version } = order;
  const isLost = action === "lost";
  const request = (preview: boolean) =>
    call(isLost ? "markLost" : "receiveParcelBack", { params: { number }, body: { version, preview } });
  return (
    <MoneyForm
      action="Cancel the order"
      consequence={
        isLost
          ? "The order is cancelled and its units are written off; the customer gets an email."
          : "The order is cancelled and its units return to the stock; the customer gets an email."
      }
      request={request}
      onDone={onChanged}
      onClose={onClose}
    >
      {() => <p>This ends the order. Check first what is credited and refunded.</p>}
    </MoneyForm>
  );
}

function UndoWriteOffForm({ order: { number, version }, ...form }: FormProps) {
  const [reason, setReason] = useState("");
  return (
    <PlainForm
      {...form}
      action="Undo the write-off"
      request={() => call("undoWriteOffCash", { params: { number }, body: { version, reason } })}
    >
      {(error) => (
        <>
          <p>
            What the courier has not remitted is due again, and the order returns to the list of due or overdue cash.
          </p>
          <WhyField
            value={reason}
            onChange={setReason}
            maxLength={MAX_CASH_REASON}
            hint="For your colleagues."
            error={error}
          />
        </>
      )}
    </PlainForm>
  );
}

function FailedDeliveryForm({ order: { number, version }, ...form }: FormProps) {
  const [again, setAgain] = useState("");
  return (
    <PlainForm
      {...form}
      action="Tell the customer"
      request={() => call("noteFailedDelivery", { params: { number }, body: { version, again } })}
    >
      {(error) => (
        <Field
          label="The courier tries again on"
          type="date"
          value={again}
          onChange={(event) => setAgain(event.target.value)}
          error={fieldMessage(error, "again")}
          hint="The customer gets the day by email."
        />
      )}
    </PlainForm>
  );
}
