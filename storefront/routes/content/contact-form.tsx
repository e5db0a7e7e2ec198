import { type FormEvent, useState } from "react";
import { type ContactMessage, contactMessage } from "../../../contract/contact.ts";
import { AlertIcon, MailIcon } from "../../components/icons.tsx";
import { useShop } from "../../components/shop-context.ts";
import { mailAddress } from "./mail-address.ts";

type Field = keyof ContactMessage;
type Errors = Partial<Record<Field, string>>;

const FIELDS = [
  { name: "name", label: "Name", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", inputMode: "email", autoComplete: "email" },
  { name: "phone", label: "Phone Number", type: "tel", inputMode: "tel", autoComplete: "tel" },
  { name: "address", label: "Address", autoComplete: "street-address" },
] as const satisfies readonly { name: Field; label: string; [attribute: string]: string }[];

/**
 * Checks what was typed, each field as soon as it is left, and hands the message to the visitor's own mail program, filled in.
 * Nothing is sent by the form itself, and it says so. `method="dialog"` keeps the data out of the address where no script runs.
 */
export function ContactForm() {
  const { email } = useShop();
  const [errors, setErrors] = useState<Errors>({});
  const [handedOver, setHandedOver] = useState<string | null>(null);

  const check = (form: HTMLFormElement, field: Field) =>
    setErrors((known) => ({ ...known, [field]: errorsOf(read(form))[field] }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const message = read(form);
    const found = errorsOf(message);
    setErrors(found);
    const first = FIELDS.find(({ name }) => found[name]);
    if (first) {
      setHandedOver(null);
      form.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
      return;
    }
    const address = mailAddress(email, message);
    setHandedOver(address);
    window.location.assign(address);
  };

  return (
    <form noValidate method="dialog" onSubmit={submit} className="mt-7 grid gap-5">
      {FIELDS.map(({ name, label, ...attributes }) => {
        const id = `contact-${name}`;
        const error = errors[name];
        return (
          <div key={name}>
            <label htmlFor={id} className="mb-1.5 block font-semibold text-small">
              {label}
            </label>
            <input
              id={id}
              name={name}
              required
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              className="field"
              onBlur={(event) => event.currentTarget.form && check(event.currentTarget.form, name)}
              onChange={(event) => error && event.currentTarget.form && check(event.currentTarget.form, name)}
              {...attributes}
            />
            {error && (
              <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-small text-terracotta">
                <AlertIcon width="18" height="18" className="mt-0.5 shrink-0" />
                {error}
              </p>
            )}
          </div>
        );
      })}
      <div className="noscript:hidden">
        <button type="submit" className="button-primary w-full sm:w-auto sm:min-w-44">
          Send Message
        </button>
        <p className="mt-3 text-bark text-small">Opens your mail program with these details; you send it from there.</p>
      </div>
      <p className="hidden noscript:block">
        This form needs JavaScript. Please write to{" "}
        <a href={`mailto:${email}`} className="text-leaf text-link">
          {email}
        </a>
        .
      </p>
      <div role="status">
        {handedOver && (
          <p className="flex items-start gap-3 border-leaf border-l-2 bg-linen p-4">
            <MailIcon className="mt-0.5 shrink-0 text-leaf" />
            <span>
              Your mail program should open now, with your details filled in. Nothing has been sent yet: write what you
              want to tell us there and send it. If it did not open,{" "}
              <a href={handedOver} className="text-leaf text-link">
                open it again
              </a>{" "}
              or write to <span className="whitespace-nowrap">{email}</span>.
            </span>
          </p>
        )}
      </div>
    </form>
  );
}

function read(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form);
  const text = (name: Field) => String(data.get(name) ?? "").trim();
  return { name: text("name"), email: text("email"), phone: text("phone"), address: text("address") };
}

/** The first thing that is wrong with each field. */
function errorsOf(message: ContactMessage): Errors {
  const errors: Errors = {};
  for (const { path, message: text } of contactMessage.safeParse(message).error?.issues ?? []) {
    errors[path[0] as Field] ??= text;
  }
  return errors;
}
