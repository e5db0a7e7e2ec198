import { useState } from "react";
import { contactForm, type ContactForm as Filled, MAX_MESSAGE_LENGTH } from "../../contract/contact/schemas.ts";
import { api } from "../api/api.ts";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { CheckField, Field, TextAreaField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon } from "../shared/icons.tsx";
import { NeedsScript } from "../shared/needs-script.tsx";
import { useShop } from "../shared/shop-context.ts";

/** The contact form. It is cleared once the message has been stored. */
export function ContactForm() {
  const { email } = useShop();
  const [sent, setSent] = useState<(Filled & { reference: string }) | null>(null);
  const { stored, store, clear } = useDraft("message", Object.keys(contactForm.shape));
  const form = useForm({
    schema: contactForm,
    async onSubmit(message) {
      setSent(null);
      const { reference } = await api.sendMessage({ body: message });
      form.reset();
      clear();
      setSent({ ...message, reference });
    },
  });

  return (
    <form {...form.props} onInput={() => store(form)} className="mt-7">
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Field form={form} name="name" label="Name" defaultValue={stored?.name} required autoComplete="name" />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          defaultValue={stored?.email}
          inputMode="email"
          required
          autoComplete="email"
          autoCapitalize="none"
        />
        <Field
          form={form}
          name="phone"
          label="Phone Number"
          type="tel"
          inputMode="tel"
          defaultValue={stored?.phone}
          required
          autoComplete="tel"
        />
        <Field
          form={form}
          name="address"
          label="Address"
          placeholder="City and pincode are enough"
          defaultValue={stored?.address}
          required
          autoComplete="street-address"
        />
      </div>
      <TextAreaField
        form={form}
        name="message"
        label="Message (optional)"
        defaultValue={stored?.message}
        rows={4}
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder="How can we help?"
      />
      <CheckField
        form={form}
        name="complaint"
        label="This is a complaint"
        defaultChecked={Boolean(stored?.complaint)}
        optional
      >
        <span className="font-semibold">This is a complaint.</span> We answer it within 48 hours and resolve it within a
        month.
      </CheckField>
      <FormMessage form={form} />
      <SubmitButton running={form.running} className="mt-1 w-full lg:w-auto lg:min-w-[min(16rem,100%)]">
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
                Thank you, {sent.name}. We’ve received your {sent.complaint ? "complaint" : "message"} and will reply
                within {sent.complaint ? "48 hours" : "one working day"}, at {sent.email} or {sent.phone}. Your
                reference is {sent.reference}.
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
