import type { MailServer, PaymentKeys } from "../../contract/admin/setup.ts";
import type { RequestError } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";

export const NO_MAIL_SERVER = { host: "", port: "465", user: "", password: "" };
export const NO_KEYS = { keyId: "", keySecret: "" };

interface FieldsProps<Values> {
  values: Values;
  set: (name: keyof Values & string, value: string) => void;
  error: RequestError | null;
}

/** The mail server as the request has it. A port that is no number is rejected there. */
export const mailServerOf = ({ host, port, user, password }: typeof NO_MAIL_SERVER): MailServer => ({
  host,
  port: Number(port),
  user,
  password,
});

export function MailServerFields({ values, set, error }: FieldsProps<typeof NO_MAIL_SERVER>) {
  const change = (name: keyof typeof NO_MAIL_SERVER) => (event: { target: { value: string } }) =>
    set(name, event.target.value);
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
      <Field
        label="Mail server"
        value={values.host}
        onChange={change("host")}
        autoComplete="off"
        spellCheck={false}
        placeholder="smtp.example.com"
        error={fieldMessage(error, "mailServer.host")}
        hint="Your mail provider calls it SMTP or outgoing server."
      />
      <Field
        label="Port"
        value={values.port}
        onChange={change("port")}
        autoComplete="off"
        inputMode="numeric"
        error={fieldMessage(error, "mailServer.port")}
        hint="465 or 587."
      />
      <div className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
        <Field
          label="User of the mail server"
          value={values.user}
          onChange={change("user")}
          autoComplete="off"
          spellCheck={false}
          error={fieldMessage(error, "mailServer.user")}
        />
        <Field
          label="Password of the mail server"
          type="password"
          value={values.password}
          onChange={change("password")}
          autoComplete="new-password"
          error={fieldMessage(error, "mailServer.password")}
        />
      </div>
    </div>
  );
}

export function PaymentKeyFields({ values, set, error }: FieldsProps<PaymentKeys>) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Key id"
        value={values.keyId}
        onChange={(event) => set("keyId", event.target.value)}
        autoComplete="off"
        spellCheck={false}
        placeholder="rzp_test_…"
        error={fieldMessage(error, "paymentKeys.keyId")}
        hint="In Razorpay’s dashboard, Account & Settings, API Keys. Begin with those of the Test Mode."
      />
      <Field
        label="Key secret"
        type="password"
        value={values.keySecret}
        onChange={(event) => set("keySecret", event.target.value)}
        autoComplete="new-password"
        error={fieldMessage(error, "paymentKeys.keySecret")}
      />
    </div>
  );
}
