import { type ReactNode, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import {
  KEYED_SERVICE_NAMES,
  KEYED_SERVICES,
  type KeyedService,
  SERVICE_KEYS,
} from "../../contract/admin/service-keys.ts";
import type { Connections, NewWebhook } from "../../contract/admin/setup.ts";
import { call, RequestError } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { MailServerFields, mailServerOf, NO_KEYS, NO_MAIL_SERVER, PaymentKeyFields } from "./connection-fields.tsx";
import { ABOUT_KEYS, ServiceKeyFields } from "./service-keys.tsx";
import { TOO_LATE, until } from "./until.ts";
import { WebhookToEnter } from "./webhook-to-enter.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readConnections", {}));

type Change = Parameters<typeof call<"changeConnections">>[1]["body"];

/** Changes what the shop is connected to. Each change is checked, stored in the file of settings, and starts the shop again. */
export default function ConnectionsPage() {
  const connections = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const [webhook, setWebhook] = useState<NewWebhook | null>(null);
  const [state, setState] = useState<"idle" | "starting" | "started" | "late">("idle");
  const { locked, file, setOutside, undone, origin } = connections;
  const isElsewhere = origin !== "" && origin !== window.location.origin;
  const isFree = (...names: string[]) => locked === null && !names.some((name) => setOutside.includes(name));

  async function change(body: Change): Promise<void> {
    const changed = await call("changeConnections", { body });
    setState("starting");
    setWebhook(changed.webhook);
    const asks = async () => {
      const now = await call("readConnections", {});
      return now.startedAt === changed.startedAt ? null : now;
    };
    const now = await until(asks, new AbortController().signal);
    if (now?.undone != null) {
      setState("idle");
      setWebhook(null);
      await revalidate();
      throw new RequestError(
        "conflict",
        `The shop did not start with this, so it runs as before, and nothing has changed. Mend what it says, and try again: ${now.undone}`,
      );
    }
    setState(now ? "started" : "late");
    if (now) await revalidate();
  }
  return (
    <>
      <title>Connected services</title>
      <PageHead
        title="Connected services"
        about={
          locked ??
          `Mail server, payments and couriers are checked before anything is stored. Then the shop starts again, which takes some seconds, and every owner gets an email. Passwords and secrets are never shown; ${file} has them.`
        }
      />
      <p role="status" className="wrap-anywhere mb-3 empty:hidden">
        {state === "starting" && "Stored. The shop starts again …"}
        {state === "idle" &&
          undone !== null &&
          `The last change was undone, as the shop did not start with it: ${undone}`}
        {state === "started" && "Stored. The shop has started again."}
        {state === "started" && isElsewhere && (
          <>
            {" From now on it takes changes only at its new address: "}
            <a href={`${origin}/admin/connections`}>sign in at {origin}</a>.
          </>
        )}
        {state === "late" && TOO_LATE}
      </p>
      {webhook && (
        <div className="panel mb-3 p-4">
          <WebhookToEnter webhook={webhook} />
        </div>
      )}
      <div className={locked === null ? "grid gap-3" : "panel divide-y divide-sand"}>
        <MailServer connections={connections} isFree={isFree("SMTP_URL")} change={change} />
        <Payments
          connections={connections}
          isFree={isFree("RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS")}
          change={change}
        />
        <WebAddress connections={connections} isFree={isFree("SHOP_ORIGIN")} change={change} />
        {KEYED_SERVICES.map((service) => (
          <ServiceKeys
            key={service}
            service={service}
            connections={connections}
            isFree={isFree(...SERVICE_KEYS[service])}
            change={change}
          />
        ))}
      </div>
    </>
  );
}

interface PartProps {
  connections: Connections;
  /** Whether it can be changed here. */
  isFree: boolean;
  change: (body: Change) => Promise<void>;
}

function Part({
  title,
  now,
  isSet,
  isFree,
  isLocked,
  save,
  action: { run, busy, error },
  onSave,
  children,
}: {
  title: string;
  now: ReactNode;
  isSet: boolean;
  isFree: boolean;
  isLocked: boolean;
  save: string;
  action: ReturnType<typeof useAction>;
  onSave: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={isLocked ? "p-4 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4" : "panel grid gap-3 p-4"}
    >
      <h2>{title}</h2>
      <p className="wrap-anywhere">{now}</p>
      {isFree ? (
        <form
          noValidate
          className="grid max-w-2xl gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void run(onSave);
          }}
        >
          {children}
          <Problem error={error} />
          <Button
            type="submit"
            className={`${isSet ? "button-quiet" : "button-primary"} justify-self-start`}
            disabled={busy}
          >
            {busy ? "Storing …" : save}
          </Button>
        </form>
      ) : (
        !isLocked && (
          <p className="text-bark">It is set in the environment of the shop’s machine, so it is changed there.</p>
        )
      )}
    </section>
  );
}

function MailServer({ connections: { mailServer, locked }, isFree, change }: PartProps) {
  const action = useAction();
  const [values, setValues] = useState({ ...NO_MAIL_SERVER });
  return (
    <Part
      title="Emails"
      now={
        mailServer
          ? `Emails are sent by ${mailServer.host}, port ${mailServer.port}${mailServer.user && `, as ${mailServer.user}`}.`
          : `None is set${locked === null ? ", so emails wait, and the shop cannot be opened" : ""}.`
      }
      isSet={mailServer !== null}
      isFree={isFree}
      isLocked={locked !== null}
      save="Use this mail server"
      action={action}
      onSave={async () => {
        await change({ mailServer: mailServerOf(values) });
        setValues({ ...NO_MAIL_SERVER });
      }}
    >
      <MailServerFields
        values={values}
        error={action.error}
        set={(name, value) => setValues((latest) => ({ ...latest, [name]: value }))}
      />
    </Part>
  );
}

function Payments({ connections: { keyId, hasWebhook, webhookUrl, locked }, isFree, change }: PartProps) {
  const action = useAction();
  const renewal = useAction();
  const [values, setValues] = useState({ ...NO_KEYS });
  return (
    <Part
      title="Payments"
      now={
        keyId
          ? `The key is ${keyId}.`
          : `No keys are set${locked === null ? ", so nobody can pay, and the shop cannot be opened" : ""}.`
      }
      isSet={keyId !== null}
      isFree={isFree}
      isLocked={locked !== null}
      save="Use these keys"
      action={action}
      onSave={async () => {
        await change({ paymentKeys: values });
        setValues({ ...NO_KEYS });
      }}
    >
      <PaymentKeyFields
        values={values}
        error={action.error}
        set={(name, value) => setValues((latest) => ({ ...latest, [name]: value }))}
      />
      {hasWebhook && (
        <div className="grid justify-items-start gap-2">
          <p className="wrap-anywhere text-bark">
            Razorpay reports payments to {webhookUrl}. With another secret, enter it at Razorpay; the one before still
            counts.
          </p>
          <Problem error={renewal.error} />
          <Button
            type="button"
            className="button-quiet"
            disabled={renewal.busy}
            onClick={() => void renewal.run(() => change({ newWebhookSecret: true }))}
          >
            Make another webhook secret
          </Button>
        </div>
      )}
    </Part>
  );
}

function ServiceKeys({ service, connections, isFree, change }: PartProps & { service: KeyedService }) {
  const action = useAction();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const isSet = connections.services.includes(service);
  return (
    <Part
      title={KEYED_SERVICE_NAMES[service]}
      now={isSet ? "Its keys are set." : ABOUT_KEYS[service]}
      isSet
      isFree={isFree}
      isLocked={connections.locked !== null}
      save={`Use these keys of ${KEYED_SERVICE_NAMES[service]}`}
      action={action}
      onSave={async () => {
        await change({ serviceKeys: { service, values } });
        setValues({});
      }}
    >
      <ServiceKeyFields
        service={service}
        values={values}
        error={action.error}
        set={(name, value) => setValues((latest) => ({ ...latest, [name]: value }))}
      />
    </Part>
  );
}

function WebAddress({ connections: { origin, locked }, isFree, change }: PartProps) {
  const action = useAction();
  const [value, setValue] = useState(origin);
  return (
    <Part
      title="Web address"
      now={origin ? `The shop is at ${origin}.` : "None is set."}
      isSet={origin !== ""}
      isFree={isFree}
      isLocked={locked !== null}
      save="Use this web address"
      action={action}
      onSave={() => change({ origin: value })}
    >
      <Field
        label="Web address of the shop"
        hint="It must lead to this shop already, by https: that is tried before it is stored. Then sign in again there."
        value={value}
        autoComplete="off"
        inputMode="url"
        error={fieldMessage(action.error, "origin")}
        onChange={(event) => setValue(event.target.value)}
      />
    </Part>
  );
}
