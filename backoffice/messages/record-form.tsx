import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const FIELDS = [
  ["name", "Name"],
  ["email", "Email"],
  ["phone", "Phone number"],
  ["address", "Address, or city and pincode"],
] as const;

/** Records a grievance that came by phone or post. */
export function RecordForm({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ name: "", email: "", phone: "", address: "", message: "" });
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const change = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm((now) => ({ ...now, [field]: event.target.value }));
  return (
    <DialogForm
      title="Record a grievance"
      submit="Record"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        void run(async () => {
          const { _id } = await call("recordGrievance", { body: form });
          await navigate(`/messages/${_id}`);
        });
      }}
    >
      <p className="text-bark">Its sender gets the ticket number by email at once.</p>
      {FIELDS.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          value={form[field]}
          onChange={change(field)}
          autoComplete="off"
          error={fieldMessage(error, field)}
        />
      ))}
      <TextArea
        label="Grievance"
        rows={4}
        value={form.message}
        onChange={change("message")}
        error={fieldMessage(error, "message")}
      />
    </DialogForm>
  );
}
