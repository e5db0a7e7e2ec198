import { useState } from "react";
import { type ContactMessage, contactMessage, MAX_MESSAGE_LENGTH } from "../../contract/contact/schemas.ts";
import { api } from "../api/api.ts";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { Field, TextAreaField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon } from "../shared/icons.tsx";
import { NeedsScript } from "../shared/needs-script.tsx";
import { useShop } from "../shared/shop-context.ts";

/** The contact form. It is cleared once the message has been stored. */
export function ContactForm() {
  const { email } = useShop();
  const [sent, setSent] = useState<(ContactMessage & { reference: string }) | null>(null);
  const form = useForm({
    schema: contactMessage,
    async onSubmit(message) {
      setSent(null);
      const { reference } = await api.sendMessage({ body: message });
      form.reset();
      setSent({ ...message, reference });
    },
  });

  return (
    <form {...form.props} className="mt-7">
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Field form={form} name="name" label="Name" required autoComplete="name" />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          autoCapitalize="none"
        />
        <Field form={form} name="phone" label="Phone Number" type="tel" inputMode="tel" required autoComplete="tel" />
        <Field
          form={form}
          name="address"
          label="Address"
          placeholder="City and pincode are enough"
          required
          autoComplete="street-address"
        />
      </div>
      <TextAreaField
        form={form}
        name="message"
        label="Message (optional)"
        rows={4}
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder="How can we help?"
      />
      <FormMessage form={form} />
      <SubmitButton running={form.running} className="mt-1 w-full lg:w-auto lg:min-w-64">
        Send Message
      </SubmitButton>
      <NeedsScript>
        This form needs JavaScript. Please write to{" "}
        <a href={`mailto:${email}`} className="text-leaf text-link">
          {email}
        </a>
        .
      </NeedsScript>
      <div role="status" className="mt-5">
        {sent && (
          <div ref={scrollIntoView} className="grid scroll-my-6 gap-3 border-leaf border-l-2 bg-linen p-4">
            <p className="flex items-start gap-3">
              <CheckIcon className="mt-0.5 shrink-0 text-leaf" />
              <span className="min-w-0 wrap-anywhere">
                Thank you, {sent.name}. We’ve received your message and will reply within one working day, at{" "}
                {sent.email} or {sent.phone}. Your reference is {sent.reference}.
              </span>
            </p>
            <DemoMailbox email={email} />
          </div>
        )}
      </div>
    </form>
  );
}

const scrollIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });
