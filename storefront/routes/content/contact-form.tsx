import { useState } from "react";
import { contactMessage } from "../../../contract/contact.ts";
import { Field } from "../../components/form/field.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { MailIcon } from "../../components/icons.tsx";
import { useShop } from "../../components/shop-context.ts";
import { mailAddress } from "./mail-address.ts";

/**
 * Checks what was typed and hands the message to the visitor's own mail program, filled in. Nothing is sent by the form itself, and it
 * says so.
 */
export function ContactForm() {
  const { email } = useShop();
  const [handedOver, setHandedOver] = useState<string | null>(null);
  const form = useForm({
    schema: contactMessage,
    onSubmit(message) {
      const address = mailAddress(email, message);
      setHandedOver(address);
      window.location.assign(address);
    },
  });

  return (
    <form {...form.props} className="mt-7">
      <Field form={form} name="name" label="Name" required autoComplete="name" />
      <Field form={form} name="email" label="Email" type="email" inputMode="email" required autoComplete="email" />
      <Field form={form} name="phone" label="Phone Number" type="tel" inputMode="tel" required autoComplete="tel" />
      <Field form={form} name="address" label="Address" required autoComplete="street-address" />
      <div className="mt-1 noscript:hidden">
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
      <div role="status" className="mt-5">
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
