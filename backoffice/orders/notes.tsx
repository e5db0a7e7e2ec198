import { useState } from "react";
import { MAX_NOTE } from "../../contract/admin/order-notes.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

/** Shows what staff has written about the order, for colleagues or to the customer. */
export function Notes({ order, onChanged }: { order: AdminOrder; onChanged: (order: AdminOrder) => void }) {
  const mayWrite = useMay("change_orders");
  const [text, setText] = useDraft(`note ${order.number}`);
  const [sent, setSent] = useState("");
  const { run, busy, error } = useAction();

  async function add(toCustomer: boolean): Promise<void> {
    setSent("");
    const isDone = await run(async () =>
      onChanged(
        await call(toCustomer ? "writeToCustomer" : "addOrderNote", {
          params: { number: order.number },
          body: { text },
        }),
      ),
    );
    if (!isDone) return;
    setText("");
    setSent(toCustomer ? "The email is on its way." : "Saved.");
  }
  return (
    <Panel title="Notes">
      <form
        noValidate
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void add(false);
        }}
      >
        <TextArea
          label="For colleagues, or to the customer"
          rows={3}
          maxLength={MAX_NOTE}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={fieldMessage(error, "text")}
        />
        <Problem error={error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" className="button-quiet" disabled={busy}>
            Save for colleagues
          </Button>
          {mayWrite && (
            <Button type="button" className="button-quiet" disabled={busy} onClick={() => add(true)}>
              Email to the customer
            </Button>
          )}
          <p role="status" className="text-bark">
            {sent}
          </p>
        </div>
      </form>
      <ul className="mt-3 grid gap-3 empty:hidden">
        {order.notes.map(({ _id, text: written, toCustomer, by, at }) => (
          <li key={_id} className="border-sand border-l-2 pl-3">
            <p className="wrap-anywhere whitespace-pre-line">{written}</p>
            <p className="text-bark text-small">
              {by}, {formatDateTime(at)} {toCustomer && <Badge>Emailed</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
