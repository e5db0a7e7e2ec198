import { labelsOf } from "../../contract/admin/order-actions.ts";
import { call } from "../api/client.ts";
import type { ActionFormProps } from "./action-buttons.tsx";
import { PlainForm } from "./plain-form.tsx";

/** Withdraws the change that waits for its payment. */
export function WithdrawEditForm({ order: { number, version, nouns }, action, ...form }: ActionFormProps) {
  return (
    <PlainForm
      {...form}
      action={labelsOf(action, nouns).label}
      request={() => call("withdrawOrderEdit", { params: { number }, body: { version } })}
    >
      {() => (
        <p>
          {nouns.pending === "exchange" ? "The return stays open" : "The order stays as it is"}, and the reserved items
          are for sale again. The customer gets an email, and a payment that still arrives is refunded.
        </p>
      )}
    </PlainForm>
  );
}
