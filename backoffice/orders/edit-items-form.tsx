import { useState } from "react";
import { EDIT_WAITS_HOURS, type EditEffect } from "../../contract/admin/order-edits.ts";
import { MAX_STAFF_REASON } from "../../contract/admin/order-money.ts";
import { call } from "../api/client.ts";
import { formatMoney } from "../shared/money.ts";
import { WhyField } from "../shared/why-field.tsx";
import type { ActionFormProps } from "./action-buttons.tsx";
import { type ChosenSize, ChosenSizes, withOneMore } from "./chosen-sizes.tsx";
import { EditCost } from "./edit-cost.tsx";
import { MoneyForm } from "./money-form.tsx";
import { SizeSearch } from "./size-search.tsx";
import { remainingOf, toUnits, type Units, UnitsField } from "./units-field.tsx";

/** Replaces items of an order: asks what goes and what comes, and shows what that costs before it is done. */
export function EditItemsForm({ order, onChanged, onClose }: ActionFormProps) {
  const [units, setUnits] = useState<Units>({});
  const [added, setAdded] = useState<readonly ChosenSize[]>([]);
  const [reason, setReason] = useState("");
  const [edit, setEdit] = useState<EditEffect | null>(null);
  const { number, version } = order;
  const request = async (preview: boolean) => {
    const add = added.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) }));
    const body = { version, preview, remove: toUnits(units), add, reason };
    const { edit: changed, ...result } = await call("editOrderItems", { params: { number }, body });
    setEdit(changed);
    return result;
  };
  return (
    <MoneyForm
      action={edit && edit.due > 0 ? `Ask for ${formatMoney(edit.due)}` : "Change the order"}
      consequence={
        edit && edit.due > 0
          ? `The customer gets a link to pay ${formatMoney(edit.due)}. Until then the order stays as it is, and the added items are reserved for ${EDIT_WAITS_HOURS} hours.`
          : "These items are changed, the customer gets an email, and a packed order is prepared again."
      }
      request={request}
      onDone={onChanged}
      onClose={onClose}
      further={edit && <EditCost edit={edit} />}
    >
      {(error) => {
        const problem = error?.errors.find(({ field }) => field.startsWith("add") || field.startsWith("remove"));
        return (
          <>
            <UnitsField legend="Remove" choices={remainingOf(order)} value={units} onChange={setUnits} />
            <SizeSearch onChoose={(size) => setAdded(withOneMore(added, size))} />
            <ChosenSizes items={added} onChange={setAdded} />
            {problem && (
              <p role="alert" className="text-small text-terracotta">
                {problem.message}
              </p>
            )}
            <WhyField
              value={reason}
              onChange={setReason}
              maxLength={MAX_STAFF_REASON}
              hint="A sentence for the customer (optional)."
              error={error}
            />
          </>
        );
      }}
    </MoneyForm>
  );
}
