import { useState } from "react";
import { EDIT_WAITS_HOURS, type EditEffect } from "../../contract/admin/order-edits.ts";
import { MAX_STAFF_REASON } from "../../contract/admin/order-money.ts";
import { call } from "../api/client.ts";
import { formatMoney } from "../shared/money.ts";
import { WhyField } from "../shared/why-field.tsx";
import type { ActionFormProps } from "./action-buttons.tsx";
import { type ChosenSize, ChosenSizes, withOneMore } from "./chosen-sizes.tsx";
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
      further={edit && <Change edit={edit} />}
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

function Change({ edit: { added, less, more, before, total, gst, offers, balance, due } }: { edit: EditEffect }) {
  const rows: [label: string, amount: number][] = [
    ["Before", before],
    ["Removed items", -less],
    ["Added items", more],
  ];
  return (
    <>
      <ul className="text-bark">
        {added.map(({ name, quantity, price, today }) => (
          <li key={name}>
            {quantity} × {name} at {formatMoney(price)}
            {today !== price && `, as in this order (today ${formatMoney(today)})`}
          </li>
        ))}
      </ul>
      <table className="w-full text-left">
        <caption className="sr-only">What the order costs</caption>
        <tbody>
          {rows.map(([label, amount]) => (
            <tr key={label} className="border-sand border-t">
              <th scope="row" className="py-1 font-normal">
                {label}
              </th>
              <td className="py-1 text-right">{formatMoney(amount)}</td>
            </tr>
          ))}
          <tr className="border-sand border-t font-semibold">
            <th scope="row" className="py-1">
              New total
            </th>
            <td className="py-1 text-right">{formatMoney(total)}</td>
          </tr>
        </tbody>
      </table>
      <p>
        It includes {formatMoney(gst)} GST.{" "}
        {offers
          .filter(({ discount }) => discount > 0)
          .map(({ name, discount }) => `“${name}” takes ${formatMoney(discount)} off. `)}
        {balance > 0 && `The courier collects ${formatMoney(balance)}.`}
        {due > 0 && `Once it is paid, what goes is credited, and what comes has an invoice.`}
      </p>
    </>
  );
}
