import { useState } from "react";
import { useNavigate } from "react-router";
import type { StaffCustomer } from "../../contract/admin/customers.ts";
import type { RequestKind } from "../../contract/privacy/schemas.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

/** Records a customer's request about personal data that came by email, phone or post. */
export function RecordRequest({ customer: { _id, name } }: { customer: StaffCustomer }) {
  const mayRecord = useMay("edit_customers");
  const [isOpen, setIsOpen] = useState(false);
  const [kind, setKind] = useState<RequestKind>("export");
  const [message, setMessage] = useDraft(`privacy request of ${_id}`);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  if (!mayRecord) return null;
  return (
    <Panel title="Personal data">
      <p className="mb-3 text-bark">
        Customers download and erase their data in their profile. If somebody asks in another way, record it here.
      </p>
      <button type="button" className="button-quiet" onClick={() => setIsOpen(true)}>
        Record a request
      </button>
      {isOpen && (
        <DialogForm
          title={`Request of ${name}`}
          submit="Record"
          busy={busy}
          error={error}
          onSubmit={() =>
            void run(async () => {
              const request = await call("recordPrivacyRequest", { body: { customer: _id, kind, message } });
              setMessage("");
              await navigate(`/privacy/${request._id}`);
            })
          }
          onClose={() => setIsOpen(false)}
        >
          <p className="text-bark">
            Make sure that it comes from the customer. They get the reference and the time limit by email at once.
          </p>
          <SelectField
            label="Asks for"
            value={kind}
            options={[
              { value: "export", name: "A copy of the data" },
              { value: "erasure", name: "Erasure" },
            ]}
            onChange={(value) => setKind(value as RequestKind)}
          />
          <TextArea
            label="How it came, and what it says"
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            error={fieldMessage(error, "message")}
          />
        </DialogForm>
      )}
    </Panel>
  );
}
