import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLoaderData, useNavigate, useSearchParams } from "react-router";
import type { PasskeyAssertion } from "../../contract/admin/passkeys.ts";
import { DEMO_ROLES } from "../../contract/admin/session.ts";
import { call, RequestError } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { arePasskeysOffered, arePasskeysSuggested, askForPasskey } from "../shared/passkeys.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Frame } from "./frame.tsx";

export const clientLoader = () => call("readBackOffice", {});

export default function SignIn() {
  const { name, demo } = useLoaderData<typeof clientLoader>();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksForCode, setAsksForCode] = useState(false);
  const { run, busy, error } = useAction();
  const enter = useEnter();
  const suggestion = useRef<AbortController>(null);

  const signInWithPasskey = (ask: () => Promise<PasskeyAssertion | null>) =>
    run(async () => {
      const assertion = await ask();
      if (!assertion) return;
      await call("signInWithPasskey", { body: assertion });
      enter();
    });
  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await arePasskeysSuggested()) || signal.aborted) return;
    // Without a challenge there is nothing to suggest.
    const request = await call("startPasskeySignIn", {}).catch(() => null);
    const assertion = request && (await askForPasskey(request, signal));
    if (assertion) await signInWithPasskey(async () => assertion);
  });
  useEffect(() => {
    const controller = new AbortController();
    suggestion.current = controller;
    void suggest(controller.signal);
    return () => controller.abort();
  }, []);

  async function submit() {
    let isSignedIn = false;
    await run(async () => {
      try {
        await call("signIn", { body: { email, password, ...(asksForCode && { code }) } });
        isSignedIn = true;
      } catch (failure) {
        if (!(failure instanceof RequestError) || failure.code !== "second_factor_required") throw failure;
        setAsksForCode(true);
      }
    });
    if (isSignedIn) enter();
  }

  return (
    <Frame title={`Sign in to ${name}`}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {asksForCode ? (
          <Field
            key="code"
            label="Code of your authenticator app"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="one-time-code"
            inputMode="numeric"
            focused
            error={fieldMessage(error, "code")}
            hint="Without your phone, use one of your recovery codes."
          />
        ) : (
          <>
            <Field
              label="Email"
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="username webauthn"
              error={fieldMessage(error, "email")}
            />
            <Field
              label="Password"
              type="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              error={fieldMessage(error, "password")}
            />
          </>
        )}
        <Problem error={error} otherwise={fieldMessage(error, "passkey")} />
        <Button type="submit" className="button-primary" disabled={busy}>
          {asksForCode ? "Sign in" : "Continue"}
        </Button>
      </form>
      {!asksForCode && arePasskeysOffered() && (
        <Button
          type="button"
          className="button-quiet mt-3 w-full"
          disabled={busy}
          onClick={() => {
            // A browser allows one request at a time.
            suggestion.current?.abort();
            void signInWithPasskey(async () => askForPasskey(await call("startPasskeySignIn", {})));
          }}
        >
          Sign in with a passkey
        </Button>
      )}
      {demo && <DemoRoles onEntered={enter} />}
    </Frame>
  );
}

/** Navigates to the page that needed the session; ignores a link to another site. */
function useEnter() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const to = search.get("to") ?? "";
  return () => void navigate(/^\/(?![/\\])/.test(to) ? to : "/", { replace: true });
}

function DemoRoles({ onEntered }: { onEntered: () => void }) {
  const { run, busy, error } = useAction();
  return (
    <section aria-labelledby="demo" className="mt-5 border-sand border-t pt-4">
      <h2 id="demo" className="mb-1">
        This is a demo
      </h2>
      <p className="mb-3 text-bark">Open it as a member of staff:</p>
      <div className="grid grid-cols-2 gap-2">
        {DEMO_ROLES.map((role) => (
          <Button
            key={role}
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={async () => {
              if (await run(() => call("signInToDemo", { body: { role } }))) onEntered();
            }}
          >
            {role}
          </Button>
        ))}
      </div>
      <Problem error={error} />
    </section>
  );
}
