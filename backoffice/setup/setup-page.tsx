import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLoaderData } from "react-router";
import type { AskedSetting, NewWebhook, OpenedSetup } from "../../contract/admin/setup.ts";
import { Frame } from "../account/frame.tsx";
import { call, RequestError } from "../api/client.ts";
import { SettingInput } from "../settings/setting-input.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { usePageFocus } from "../shell/focus-keeper.tsx";
import { MailServerFields, mailServerOf, NO_KEYS, NO_MAIL_SERVER, PaymentKeyFields } from "./connection-fields.tsx";
import { TOO_LATE, until } from "./until.ts";
import { WebhookToEnter } from "./webhook-to-enter.tsx";

/** Reads the token from the fragment, which the browser sends to no server. */
export async function clientLoader() {
  const token = window.location.hash.slice(1);
  try {
    return { token, setup: await call("openSetup", { body: { token } }), problem: "" };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { token, setup: null, problem: error.message };
  }
}

interface Done {
  invitation: string;
  webhook: NewWebhook | null;
}

/** Sets up a shop of one's own on an installation that shows the demo: the page to which npm start links. */
export default function SetupPage() {
  const { token, setup, problem } = useLoaderData<typeof clientLoader>();
  if (setup?.invitation)
    return (
      <Frame title="Your shop is set up">
        <p className="mb-4">
          Only your account is missing. If you have entered Razorpay keys and not noted the webhook’s secret, make
          another one later, under Connected services.
        </p>
        <a href={setup.invitation} className="button-primary">
          Make my account
        </a>
      </Frame>
    );
  if (setup) return <SetupForm token={token} setup={setup} />;
  return (
    <Frame title="This link doesn’t work">
      <p>
        {problem} Open the link that <code>npm start</code> has printed last, all of it. If it is gone, start the shop
        again.
      </p>
    </Frame>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  usePageFocus();
  return (
    <main className="mx-auto max-w-2xl px-4 py-10">
      <title>{title}</title>
      <h1 className="mb-2">{title}</h1>
      {children}
    </main>
  );
}

function Section({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="panel grid gap-4 p-4">
      <legend className="float-left w-full font-semibold text-title">{title}</legend>
      {about && <p className="clear-both text-bark">{about}</p>}
      {children}
    </fieldset>
  );
}

function SetupForm({ token, setup }: { token: string; setup: OpenedSetup }) {
  const { questions, origin, folder } = setup;
  const [done, setDone] = useState<Done | null>(null);
  // The process that showed the form, or the one that runs since its shop did not start.
  const [{ startedAt, undone }, setDemo] = useState<Pick<OpenedSetup, "startedAt" | "undone">>(setup);
  const { run, busy, error } = useAction();
  const test = useAction();
  const [sentTo, setSentTo] = useState("");
  const names = questions.map(({ name }) => name);
  const blank = Object.fromEntries(names.map((name) => [name, ""])) as Record<AskedSetting, string>;
  const { values, set, discard } = useFormDraft<Record<string, string>>("setup", { ...blank, owner: "", origin });
  // Never in the storage of the tab.
  const [mail, setMail] = useState(NO_MAIL_SERVER);
  const [keys, setKeys] = useState(NO_KEYS);
  const [hasMail, hasKeys] = [mail.host.trim() !== "", keys.keyId.trim() !== "" || keys.keySecret !== ""];
  const owner = values.owner ?? "";

  const submit = () =>
    run(async () => {
      const answers = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
      const done = await call("setUpShop", {
        body: {
          token,
          owner,
          origin: values.origin ?? "",
          answers,
          ...(hasMail && { mailServer: mailServerOf(mail) }),
          ...(hasKeys && { paymentKeys: keys }),
        },
      });
      setDone(done);
    });
  const sendTest = () => {
    setSentTo("");
    return test.run(async () => {
      await call("testSetupMail", {
        body: { token, to: owner, from: values.SHOP_EMAIL || owner, mailServer: mailServerOf(mail) },
      });
      setSentTo(owner);
    });
  };
  if (done)
    return (
      <Starting
        {...done}
        token={token}
        after={startedAt}
        onStarted={discard}
        onUndone={(demo) => {
          setDone(null);
          setDemo(demo);
        }}
      />
    );
  return (
    <Page title="Set up your own shop">
      {undone && (
        <p
          role="alert"
          className="mb-4 max-w-prose border-terracotta border-l-2 py-1 pl-3 text-terracotta wrap-anywhere"
        >
          Your shop did not start, so the demo is back, and nothing that you typed is lost. Mend what it says, and try
          again: {undone}
        </p>
      )}
      <p className="mb-4 max-w-prose text-bark">
        This replaces the demo by a shop of your own, which stays closed until you open it. Only its name and your email
        are needed now; what you leave empty is asked again later.
      </p>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Section title="Your shop">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {questions.map(({ name, ...question }) => (
              <SettingInput
                key={name}
                setting={{ ...question, unit: "" }}
                value={values[name] ?? ""}
                isReadOnly={false}
                error={fieldMessage(error, `answers.${name}`)}
                onChange={(value) => set(name, value)}
              />
            ))}
          </div>
        </Section>
        <Section title="You">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field
              label="Your email, for signing in"
              type="email"
              value={owner}
              autoComplete="email"
              error={fieldMessage(error, "owner") ?? fieldMessage(test.error, "to")}
              onChange={(event) => set("owner", event.target.value)}
            />
            <Field
              label="Web address of the shop"
              value={values.origin ?? ""}
              autoComplete="off"
              inputMode="url"
              error={fieldMessage(error, "origin")}
              hint="As you have opened this page. Once your domain leads here you can change it, before you open the shop."
              onChange={(event) => set("origin", event.target.value)}
            />
          </div>
        </Section>
        <Section
          title="Emails"
          about="Codes, confirmations and invoices are sent by your mail server. It can wait until you open the shop."
        >
          <MailServerFields
            values={mail}
            error={test.error ?? error}
            set={(name, value) => setMail((latest) => ({ ...latest, [name]: value }))}
          />
          {hasMail && (
            <div className="grid justify-items-start gap-2">
              <Button type="button" className="button-quiet" disabled={test.busy} onClick={() => void sendTest()}>
                {test.busy ? "Sending …" : "Send a test email to me"}
              </Button>
              <p role="status" className="text-bark empty:hidden">
                {sentTo && `A test email is on its way to ${sentTo}. Look whether it arrives, and not among the spam.`}
              </p>
              <Problem error={test.error} />
            </div>
          )}
        </Section>
        <Section
          title="Payments"
          about="Customers pay through your Razorpay account. The keys can wait; with test keys no money moves."
        >
          <PaymentKeyFields
            values={keys}
            error={error}
            set={(name, value) => setKeys((latest) => ({ ...latest, [name]: value }))}
          />
        </Section>
        <p className="text-bark text-small">
          The shop keeps its data in a PostgreSQL of its own in {folder}. Whoever runs this machine should back it up
          every night, by npm run backup.
        </p>
        <Problem error={error} otherwise={fieldMessage(error, "token")} />
        <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
          {busy ? "Setting up …" : "Set up my shop"}
        </Button>
      </form>
    </Page>
  );
}

interface StartingProps extends Done {
  token: string;
  /** When the demo was started that has set up the shop. */
  after: string;
  onStarted: () => void;
  /** Called when the shop did not start, and a demo runs again. */
  onUndone: (demo: Pick<OpenedSetup, "startedAt" | "undone">) => void;
}

/** Waits for the shop that starts instead of the demo, and leads to the owner's account. */
function Starting({ invitation, webhook, token, after, onStarted, onUndone }: StartingProps) {
  const [state, setState] = useState<"starting" | "open" | "late">("starting");
  const isHere = new URL(invitation).origin === window.location.origin;
  const settled = useEffectEvent((demo: Parameters<typeof onUndone>[0] | "none" | null) => {
    if (demo === null) return setState("late");
    if (demo !== "none") return onUndone(demo);
    onStarted();
    if (webhook || !isHere) setState("open");
    else window.location.replace(invitation);
  });
  useEffect(() => {
    const waiting = new AbortController();
    const asks = async () => {
      if (!(await call("readBackOffice", {})).demo) return "none";
      const demo = await call("openSetup", { body: { token } });
      return demo.startedAt === after ? null : demo;
    };
    void until(asks, waiting.signal).then((demo) => {
      if (!waiting.signal.aborted) settled(demo);
    });
    return () => waiting.abort();
  }, [token, after]);
  return (
    <Page title="Your shop is set up">
      <div className="panel grid gap-4 p-4">
        {webhook && <WebhookToEnter webhook={webhook} />}
        <p role="status">
          {state === "late"
            ? TOO_LATE
            : state === "starting"
              ? "It starts now, which takes some seconds …"
              : isHere
                ? "It has started."
                : `It has started, at ${new URL(invitation).origin}.`}
        </p>
        {state === "open" && (
          <a href={invitation} className="button-primary justify-self-start">
            Make my account
          </a>
        )}
      </div>
    </Page>
  );
}
