import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { STAFF_PASSWORD_LENGTH } from "../../contract/admin/session.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { deviceName } from "../../contract/device-name.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMe } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Passkeys } from "./passkey-list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const [sessions, passkeys] = await Promise.all([call("listOwnSessions", {}), call("listPasskeys", {})]);
    return { sessions, passkeys };
  });

export default function AccountPage() {
  const me = useMe();
  const { passkeys } = useLoaderData<typeof clientLoader>();
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <title>Your account</title>
      <PageHead title="Your account" about={`${me.name}, ${me.email}, ${me.role}`} />
      <Sessions />
      <Passkeys passkeys={passkeys} />
      <Password />
      <Codes left={me.recoveryCodes} />
    </div>
  );
}

function Sessions() {
  const { sessions } = useLoaderData<typeof clientLoader>();
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="sessions" className="panel p-5">
      <h2 id="sessions" className="mb-2">
        Where you are signed in
      </h2>
      <ul className="divide-y divide-sand">
        {sessions.map((session) => (
          <li key={session._id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="truncate">{deviceName(session.userAgent)}</p>
              <p className="text-bark text-small">
                {session.current ? "This browser" : `Last used ${formatDateTime(session.lastUsedAt)}`}
              </p>
            </div>
            {!session.current && (
              <Button
                type="button"
                className="button-quiet"
                disabled={busy}
                onClick={async () => {
                  if (await run(() => call("endOwnSession", { params: { id: session._id } }))) await revalidate();
                }}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </section>
  );
}

const EMPTY = { currentPassword: "", password: "" };

function Password() {
  const [form, setForm] = useState(EMPTY);
  const [isChanged, setIsChanged] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const change = (field: keyof typeof form) => (event: { target: { value: string } }) => {
    setIsChanged(false);
    setForm((now) => ({ ...now, [field]: event.target.value }));
  };
  return (
    <section aria-labelledby="password" className="panel p-5">
      <h2 id="password" className="mb-2">
        Password
      </h2>
      <form
        noValidate
        className="grid max-w-sm gap-3"
        onSubmit={async (event) => {
          event.preventDefault();
          if (!(await run(() => call("changePassword", { body: form })))) return;
          setForm(EMPTY);
          setIsChanged(true);
          await revalidate();
        }}
      >
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={form.currentPassword}
          onChange={change("currentPassword")}
          error={fieldMessage(error, "currentPassword")}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={form.password}
          onChange={change("password")}
          error={fieldMessage(error, "password")}
          hint={`At least ${STAFF_PASSWORD_LENGTH} characters. Your other sessions end.`}
        />
        <Problem error={error} />
        <div className="flex items-center gap-3">
          <Button type="submit" className="button-quiet" disabled={busy}>
            Change password
          </Button>
          <p role="status">{isChanged && "Your password has been changed."}</p>
        </div>
      </form>
    </section>
  );
}

function Codes({ left }: { left: number }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="codes" className="panel p-5">
      <h2 id="codes" className="mb-2">
        Recovery codes
      </h2>
      <p className="mb-3">{left === 1 ? "1 code is left." : `${left} codes are left.`} New ones replace them.</p>
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() => run(async () => setCodes((await call("renewRecoveryCodes", {})).recoveryCodes))}
      >
        Make new codes
      </Button>
      <Problem error={error} />
      {codes && (
        <Dialog title="Your new recovery codes" onClose={() => setCodes(null)}>
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(null);
              void revalidate();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
