import type { EditEffect } from "../../contract/admin/order-edits.ts";
import { formatMoney } from "../shared/money.ts";

/** Shows what an order costs before and after a change of its items. */
export function EditCost({
  edit: { added, less, more, before, total, gst, offers, balance, due },
}: {
  edit: EditEffect;
}) {
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
