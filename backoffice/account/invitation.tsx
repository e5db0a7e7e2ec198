import { useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { type OpenedInvitation, STAFF_PASSWORD_LENGTH } from "../../contract/admin/session.ts";
import { call, RequestError } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Frame } from "./frame.tsx";
import { QrPicture } from "./qr-picture.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Reads the token from the fragment, which the browser sends to no server. */
export async function clientLoader() {
  const token = window.location.hash.slice(1);
  try {
    return { token, invitation: await call("openInvitation", { body: { token } }), problem: "" };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { token, invitation: null, problem: error.message };
  }
}

export default function Invitation() {
  const { token, invitation, problem } = useLoaderData<typeof clientLoader>();
  const [codes, setCodes] = useState<string[] | null>(null);
  const navigate = useNavigate();
  if (codes)
    return (
      <Frame title="Store your recovery codes">
        <RecoveryCodes codes={codes} onDone={() => void navigate("/", { replace: true })} />
      </Frame>
    );
  if (invitation) return <AcceptForm token={token} invitation={invitation} onAccepted={setCodes} />;
  return (
    <Frame title="This link doesn’t work">
      <p className="mb-4">{problem}</p>
      <Link to="/sign-in" className="text-link">
        Go to the sign-in
      </Link>
    </Frame>
  );
}

function AcceptForm({
  token,
  invitation: { email, role, name, totp },
  onAccepted,
}: {
  token: string;
  invitation: OpenedInvitation;
  onAccepted: (recoveryCodes: string[]) => void;
}) {
  const [form, setForm] = useState({ name, password: "", code: "" });
  const { run, busy, error } = useAction();
  const change = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm((now) => ({ ...now, [field]: event.target.value }));
  return (
    <Frame title={name ? "Set up your sign-in again" : `Join as ${role}`}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const accepted = await call("acceptInvitation", { body: { token, ...form } });
            onAccepted(accepted.recoveryCodes);
          });
        }}
      >
        <p>
          You’ll sign in as <strong>{email}</strong>.
        </p>
        <Field
          label="Your name"
          value={form.name}
          onChange={change("name")}
          autoComplete="name"
          error={fieldMessage(error, "name")}
        />
        <Field
          label="New password"
          type="password"
          value={form.password}
          onChange={change("password")}
          autoComplete="new-password"
          error={fieldMessage(error, "password")}
          hint={`At least ${STAFF_PASSWORD_LENGTH} characters; a few words are easy to remember.`}
        />
        <section aria-labelledby="app" className="grid gap-2 border-sand border-t pt-4">
          <h2 id="app">Authenticator app</h2>
          <p>
            Scan this with your app; on your phone,{" "}
            <a href={totp.uri} className="text-link">
              add the account to your app
            </a>
            .
          </p>
          <QrPicture text={totp.uri} label="QR code for the authenticator app" />
          <p>Or enter this key in the app:</p>
          <p className="bg-linen p-2 text-center font-semibold tracking-wider">{totp.key.match(/.{4}/g)?.join(" ")}</p>
        </section>
        <Field
          label="Code that the app shows now"
          value={form.code}
          onChange={change("code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={fieldMessage(error, "code")}
        />
        <Problem error={error} otherwise={fieldMessage(error, "token")} />
        <Button type="submit" className="button-primary" disabled={busy}>
          {name ? "Set up and sign in" : "Join"}
        </Button>
      </form>
    </Frame>
  );
}
