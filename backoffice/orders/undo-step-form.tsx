import type { UndoableState } from "../../contract/admin/order-actions.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { termsOf } from "../../contract/orders/payment-terms.ts";
import { call } from "../api/client.ts";
import type { ActionFormProps } from "./action-buttons.tsx";
import { PlainForm } from "./plain-form.tsx";

/** What follows if the step that has led to this state is undone. */
const CONSEQUENCES: Readonly<Record<UndoableState, string>> = {
  packed: "The order is being prepared again. The customer gets no email.",
  shipped:
    "The order is packed again, and its courier and AWB are removed. The customer gets an email with the correction.",
  out_for_delivery: "The parcel is in transit again. The customer gets an email with the correction.",
  delivered:
    "The parcel is on its way again, and the time for returns begins with its delivery. The customer gets an email with the correction.",
};

export function UndoStepForm({ order, action: _, ...form }: ActionFormProps) {
  const { number, version, state } = order;
  return (
    <PlainForm
      {...form}
      action="Undo the step"
      request={() => call("undoOrderStep", { params: { number }, body: { version } })}
    >
      {() => (
        <>
          <p>{CONSEQUENCES[state as UndoableState]}</p>
          {moreOf(order).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      )}
    </PlainForm>
  );
}

function moreOf(order: AdminOrder): string[] {
  if (!termsOf(order).courierCollects) return [];
  if (order.state === "shipped") return ["Its invoice stays, and goes with the parcel when it leaves."];
  return order.state === "delivered" ? ["Its cash is no longer due from the courier."] : [];
}
