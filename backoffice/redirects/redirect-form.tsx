import { useState } from "react";
import { type ListedRedirect, MAX_PATH } from "../../contract/admin/redirects.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { REDIRECT_STATES } from "./states.ts";

interface RedirectFormProps {
  /** What is changed; without an id it is added. */
  redirect: Pick<ListedRedirect, "_id" | "from" | "to">;
  onClose: () => void;
  onStored: () => Promise<void>;
}

/** Adds or changes a redirect. */
export function RedirectForm({ redirect: { _id: id, ...given }, onClose, onStored }: RedirectFormProps) {
  const [from, setFrom] = useState(given.from);
  const [to, setTo] = useState(given.to);
  const { run, busy, error } = useAction();
  const store = async () => {
    const body = { from, to };
    const stored =
      id === null ? await call("addRedirect", { body }) : await call("changeRedirect", { params: { id }, body });
    announce(`${stored.from} leads to ${stored.to}: ${REDIRECT_STATES[stored.state].name}.`);
    await onStored();
  };
  return (
    <DialogForm
      title={id === null ? "Add a redirect" : "Change the redirect"}
      submit={id === null ? "Add it" : "Save"}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => void run(store)}
    >
      <Field
        label="Old path"
        value={from}
        maxLength={MAX_PATH}
        autoComplete="off"
        placeholder="/pages/our-story"
        hint="As in the browser, without the web address. It leads on only while there is no page."
        onChange={(event) => setFrom(event.target.value)}
        error={fieldMessage(error, "from")}
      />
      <Field
        label="Leads to"
        value={to}
        maxLength={MAX_PATH}
        autoComplete="off"
        placeholder="/about-us"
        hint="A path of this shop, such as /product/rose-attar."
        onChange={(event) => setTo(event.target.value)}
        error={fieldMessage(error, "to")}
      />
    </DialogForm>
  );
}
