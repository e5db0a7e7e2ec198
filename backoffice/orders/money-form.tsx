import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { MoneyEffect, MoneyResult } from "../../contract/admin/order-money.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import type { RequestError } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { useAction } from "../shared/use-action.ts";

interface MoneyFormProps {
  /** Renders the fields; `error` is the error of the last request. */
  children: (error: RequestError | null) => ReactNode;
  /** What happens besides the credit note and the refund, in a sentence. */
  consequence: string;
  /** The label of the submit button: "Cancel the order". */
  action: string;
  request: (preview: boolean) => Promise<MoneyResult>;
  /** What else the preview shows, before the credit note. */
  further?: ReactNode;
  onDone: (order: AdminOrder) => void;
  onClose: () => void;
}

/** A form for an action that cannot be undone: shows credit note and refund before the confirmation. */
export function MoneyForm({ children, consequence, action, request, further, onDone, onClose }: MoneyFormProps) {
  const [effect, setEffect] = useState<MoneyEffect | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const preview = () => run(async () => setEffect((await request(true)).effect));
  const perform = () => run(async () => onDone((await request(false)).order));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void (effect ? perform() : preview());
      }}
    >
      {effect ? <Effect effect={effect} consequence={consequence} further={further} /> : children(error)}
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      {error?.code === "conflict" && (
        <button
          type="button"
          className="button-quiet justify-self-start"
          onClick={() => {
            setEffect(null);
            void revalidate();
          }}
        >
          Use the order as it is now
        </button>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="button-quiet" onClick={effect ? () => setEffect(null) : onClose}>
          Back
        </button>
        {effect ? (
          <Button type="submit" className="button-danger" disabled={busy || effect.missing === "permission"}>
            {action}
            {effect.refunded > 0 && `, refund ${formatMoney(effect.refunded)}`}
          </Button>
        ) : (
          <Button type="submit" className="button-primary" disabled={busy}>
            Preview
          </Button>
        )}
      </div>
    </form>
  );
}

function Effect({
  effect: { creditLines, credited, refunded, reasons, returnedByBank, missing },
  consequence,
  further,
}: Pick<MoneyFormProps, "consequence" | "further"> & { effect: MoneyEffect }) {
  return (
    <div className="grid gap-3" role="status">
      <p>{consequence}</p>
      {further}
      {creditLines.length > 0 && (
        <table className="w-full text-left">
          <caption className="mb-1 text-left font-semibold">Credit note</caption>
          <thead className="text-bark text-small">
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="text-right">
                of it GST
              </th>
              <th scope="col" className="pl-3 text-right">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {creditLines.map(({ position, name, quantity, cgst, sgst, igst, total }) => (
              <tr key={position} className="border-sand border-t align-top">
                <th scope="row" className="py-1 pr-2 font-normal">
                  {quantity > 0 && `${quantity} × `}
                  {name}
                </th>
                <td className="py-1 text-right text-bark">{formatMoney(cgst + sgst + igst)}</td>
                <td className="py-1 pl-3 text-right">{formatMoney(total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-sand border-t font-semibold">
              <th scope="row" colSpan={2} className="py-1">
                Total
              </th>
              <td className="py-1 text-right">{formatMoney(credited)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <p>
        {creditLines.length === 0 && "No credit note. "}
        {refunded > 0 ? (
          <>
            <strong>{formatMoney(refunded)}</strong> is refunded to the customer.
          </>
        ) : (
          "Nothing is refunded."
        )}{" "}
        {returnedByBank > 0 && (
          <>The bank has returned {formatMoney(returnedByBank)} to the customer, because the dispute was lost. </>
        )}
        This can’t be undone.
      </p>
      {reasons && <p className="text-bark wrap-anywhere">The customer reads: {reasons}</p>}
      {missing === "permission" && (
        <p className="text-terracotta">
          This is above the refund limit of your role (refund_over_limit). Please ask somebody whose role allows it.
        </p>
      )}
      {missing === "second_factor" && (
        <p className="text-bark">This is above the refund limit of your role, so you’ll be asked for a code.</p>
      )}
    </div>
  );
}
