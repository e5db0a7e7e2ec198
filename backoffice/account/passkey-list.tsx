import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Passkey } from "../../contract/admin/passkeys.ts";
import { formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { arePasskeysOffered, makePasskey } from "../shared/passkeys.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

/** Lists the member's passkeys, with a form for another one. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [name, setName] = useState("");
  const [isCancelled, setIsCancelled] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();

  async function add() {
    setIsCancelled(false);
    let isAdded = false;
    await run(async () => {
      const made = await makePasskey(await call("startPasskey", {}));
      if (!made) return setIsCancelled(true);
      await call("addPasskey", { body: { ...made, name } });
      isAdded = true;
    });
    if (!isAdded) return;
    setName("");
    await revalidate();
  }

  return (
    <section aria-labelledby="passkeys" className="panel p-5">
      <h2 id="passkeys" className="mb-1">
        Passkeys
      </h2>
      <p className="mb-2 text-bark">
        A passkey signs you in with fingerprint, face or PIN, without password and code. It works on this shop’s own
        pages only.
      </p>
      <ul className="divide-y divide-sand">
        {passkeys.map(({ _id: id, name: title, createdAt, lastUsedAt }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="truncate">{title}</p>
              <p className="text-bark text-small">
                {lastUsedAt ? `Last used ${formatDay(lastUsedAt)}` : `Added ${formatDay(createdAt)}`}
              </p>
            </div>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={async () => {
                if (await run(() => call("removePasskey", { params: { id } }))) await revalidate();
              }}
            >
              Remove<span className="sr-only"> the passkey {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {arePasskeysOffered() && (
        <form
          noValidate
          className="mt-2 grid max-w-sm gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Field
            label="Name of a new passkey"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            placeholder="My phone"
            error={fieldMessage(error, "name")}
          />
          <Problem error={error} otherwise={fieldMessage(error, "passkey")} />
          <p role="status">{isCancelled && "No passkey was created."}</p>
          <Button type="submit" className="button-quiet justify-self-start" disabled={busy || name.trim() === ""}>
            Add a passkey
          </Button>
        </form>
      )}
    </section>
  );
}
