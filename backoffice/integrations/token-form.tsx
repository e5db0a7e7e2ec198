import { useState } from "react";
import { TOKEN_SCOPES, type TokenScope } from "../../contract/admin/api-tokens.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Choices } from "./choices.tsx";

const LIFETIMES = [
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
  { value: "", name: "Until it is revoked" },
];

const SCOPES = Object.entries(TOKEN_SCOPES).map(([value, { name }]) => ({ value: value as TokenScope, name }));

/** Creates a token, which is shown once. */
export function TokenForm({ onCreated, onClose }: { onCreated: (token: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const [days, setDays] = useState("90");
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Create a token"
      submit="Create the token"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        const body = { name, scopes: [...scopes], days: days === "" ? null : Number(days) };
        void run(async () => onCreated((await call("addApiToken", { body })).token));
      }}
    >
      <Field
        label="What uses it"
        hint="Such as the accounting program."
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldMessage(error, "name")}
        autoComplete="off"
      />
      <Choices
        legend="What it may do"
        choices={SCOPES}
        chosen={scopes}
        onChange={setScopes}
        error={fieldMessage(error, "scopes")}
      />
      <SelectField label="Valid for" value={days} options={LIFETIMES} onChange={setDays} />
    </DialogForm>
  );
}
