import { MAX_CUSTOMER_NOTE, type StaffCustomer } from "../../contract/admin/customers.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

interface NotesProps {
  customer: StaffCustomer;
  onChanged: (customer: StaffCustomer) => void;
}

/** Notes for colleagues. Customers get a copy of them if they ask for their data. */
export function Notes({ customer: { _id: id, notes, closedAt }, onChanged }: NotesProps) {
  const mayWrite = useMay("edit_customers") && !closedAt;
  const [text, setText] = useDraft(`note on ${id}`);
  const { run, busy, error } = useAction();
  return (
    <Panel title="Notes">
      {mayWrite && (
        <form
          noValidate
          className="mb-3 grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void run(async () => {
              onChanged(await call("addCustomerNote", { params: { id }, body: { text } }));
              setText("");
            });
          }}
        >
          <TextArea
            label="For colleagues"
            rows={3}
            maxLength={MAX_CUSTOMER_NOTE}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={fieldMessage(error, "text")}
          />
          <p className="text-bark text-small">Customers who ask for their data get the notes, too.</p>
          <Problem error={error} />
          <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
            Save the note
          </Button>
        </form>
      )}
      {notes.length === 0 && !mayWrite && <p className="text-bark">There are no notes.</p>}
      <ul className="grid gap-3 empty:hidden">
        {notes.map(({ _id, text: written, by, at }) => (
          <li key={_id} className="border-sand border-l-2 pl-3">
            <p className="wrap-anywhere whitespace-pre-line">{written}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-bark text-small">
              {by}, {formatDateTime(at)}
              {mayWrite && (
                <Button
                  type="button"
                  className="text-link py-1"
                  disabled={busy}
                  onClick={() =>
                    void run(async () => onChanged(await call("deleteCustomerNote", { params: { id, note: _id } })))
                  }
                >
                  Delete<span className="sr-only"> the note of {formatDateTime(at)}</span>
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
