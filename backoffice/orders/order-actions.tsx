import { useState } from "react";
import { MAX_CASH_REASON } from "../../contract/admin/cash.ts";
import type { OtherAction } from "../../contract/admin/order-actions.ts";
import { MAX_STAFF_REASON } from "../../contract/admin/order-money.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import type { FailureReason } from "../../contract/couriers.ts";
import { call } from "../api/client.ts";
import { FAILURE_OPTIONS, isFailureReason } from "../parcels/failure-names.ts";
import { Field } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { WhyField } from "../shared/why-field.tsx";
import { ActionButtons, type ActionFormProps, type ActionForms, useAllowed } from "./action-buttons.tsx";
import { EditItemsForm } from "./edit-items-form.tsx";
import { KeepOffersField } from "./keep-offers-field.tsx";
import { MoneyForm } from "./money-form.tsx";
import { PlainForm } from "./plain-form.tsx";
import { UndoStepForm } from "./undo-step-form.tsx";
import { remainingOf, toUnits, type Units, UnitsField } from "./units-field.tsx";
import { WithdrawEditForm } from "./withdraw-edit-form.tsx";

/** Returns have a panel of their own. */
type Action = Exclude<OtherAction, `return-${string}` | `${string}-replacement`>;
type FormProps = ActionFormProps<Action>;

/** Returns the member's other actions on the order. */
export const useOrderActions = (order: AdminOrder) => useAllowed(order, FORMS);

interface OrderActionsProps extends Pick<FormProps, "order" | "onChanged"> {
  allowed: ReturnType<typeof useOrderActions>;
}

export function OrderActions({ order, allowed, onChanged }: OrderActionsProps) {
  return <ActionButtons order={order} allowed={allowed} forms={FORMS} onChanged={onChanged} />;
}

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
      body: { version, preview, reason, ...(!isAll && { lines: toUnits(units), keepOffers: keepsOffers }) },
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
        keepOffers: keepsOffers,
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

function AmountForm({ order, action, onChanged, onClose }: FormProps) {
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

function LossForm({ order, action, onChanged, onClose }: FormProps) {
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

function UndoWriteOffForm({ order: { number, version }, action: _, ...form }: FormProps) {
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

function FailedDeliveryForm({ order: { number, version }, action: _, ...form }: FormProps) {
  const [again, setAgain] = useState("");
  const [reason, setReason] = useState<FailureReason>("not_at_home");
  return (
    <PlainForm
      {...form}
      action="Tell the customer"
      request={() => call("noteFailedDelivery", { params: { number }, body: { version, again, reason } })}
    >
      {(error) => (
        <>
          <SelectField
            label="Why it failed"
            value={reason}
            options={FAILURE_OPTIONS}
            onChange={(value) => isFailureReason(value) && setReason(value)}
          />
          <Field
            label="The courier tries again on"
            type="date"
            value={again}
            onChange={(event) => setAgain(event.target.value)}
            error={fieldMessage(error, "again")}
            hint="The customer gets the day by email, with a link to choose another one."
          />
        </>
      )}
    </PlainForm>
  );
}

const FORMS: ActionForms<Action> = {
  "delivery-failed": FailedDeliveryForm,
  lost: LossForm,
  "came-back": LossForm,
  "undo-step": UndoStepForm,
  edit: EditItemsForm,
  "withdraw-edit": WithdrawEditForm,
  cancel: CancelForm,
  refund: RefundForm,
  "refund-shipping": AmountForm,
  goodwill: AmountForm,
  "undo-write-off-cash": UndoWriteOffForm,
};
