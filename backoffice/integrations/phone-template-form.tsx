import { useState } from "react";
import type { AdminPhoneTemplate } from "../../contract/admin/phone-messages.ts";
import { CHANNEL_NAMES } from "../../contract/phone-messages/channels.ts";
import { PHONE_EVENTS, phoneEvent } from "../../contract/phone-messages/events.ts";
import { registeredForms } from "../../contract/phone-messages/templates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useCopy } from "../shared/use-copy.ts";

interface PhoneTemplateFormProps {
  template: AdminPhoneTemplate;
  isConnected: boolean;
  onSaved: () => void;
}

/** Edits a text, says that it is approved, switches its message, and sends a test. */
export function PhoneTemplateForm({ template, isConnected, onSaved }: PhoneTemplateFormProps) {
  const { event, channel, draft, approved, isEnabled, state, version } = template;
  const [dialog, setDialog] = useState<"text" | "test" | null>(null);
  const { run, busy, error } = useAction();
  const name = `${PHONE_EVENTS[event].title} by ${CHANNEL_NAMES[channel]}`;
  const switchTo = (on: boolean) =>
    run(async () => {
      const body = { ...draft, isEnabled: on, isApproved: false, version };
      await call("savePhoneTemplate", { params: { event, channel }, body });
      onSaved();
    });
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-x-4">
        <button type="button" className="text-link py-2" onClick={() => setDialog("text")}>
          {approved ? "Change" : "Set up"}
          <span className="sr-only"> {name}</span>
        </button>
        {approved && (
          <Button type="button" className="text-link py-2" disabled={busy} onClick={() => void switchTo(!isEnabled)}>
            {isEnabled ? "Switch off" : "Switch on"}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        {approved && isConnected && state !== "paused" && (
          <button type="button" className="text-link py-2" onClick={() => setDialog("test")}>
            Send a test
            <span className="sr-only"> of {name}</span>
          </button>
        )}
      </div>
      <Problem error={error} />
      {dialog === "text" && (
        <TextDialog
          template={template}
          name={name}
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            onSaved();
          }}
        />
      )}
      {dialog === "test" && <TestDialog template={template} name={name} onClose={() => setDialog(null)} />}
    </>
  );
}

interface DialogProps {
  template: AdminPhoneTemplate;
  name: string;
  onClose: () => void;
}

function TextDialog({ template, name: title, onClose, onSaved }: DialogProps & { onSaved: () => void }) {
  const { event, channel, draft, isEnabled, version } = template;
  const [{ name, dltId, text, hasButton }, setText] = useState(draft);
  const [isApproved, setApproved] = useState(false);
  const { run, busy, error } = useAction();
  const { copy, said } = useCopy();
  const change = (values: Partial<typeof draft>) => setText((before) => ({ ...before, ...values }));
  const { values } = phoneEvent(event);
  const isSms = channel === "sms";
  return (
    <DialogForm
      title={title}
      submit="Save"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          const body = { name, dltId, text, hasButton, isEnabled: isEnabled || isApproved, isApproved, version };
          await call("savePhoneTemplate", { params: { event, channel }, body });
          onSaved();
        })
      }
    >
      <TextArea
        label="Text"
        hint={`Values: ${Object.entries(values)
          .filter(([value]) => isSms || value !== "url")
          .map(([value, { meaning }]) => `{${value}} ${meaning}`)
          .join(", ")}.`}
        rows={4}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        error={fieldMessage(error, "text")}
      />
      {registeredForms(event, channel, { text })
        .filter(({ place }) => place !== "MSG91" || isSms)
        .map(({ place, text: form }) => (
          <div key={place} className="text-small">
            <p className="flex flex-wrap items-center gap-2">
              To register at {place}:
              <button type="button" className="text-link py-1" onClick={() => void copy(form)}>
                Copy<span className="sr-only"> the text for {place}</span>
              </button>
            </p>
            <code className="block wrap-anywhere">{form}</code>
          </div>
        ))}
      <span role="status" className="text-bark text-small">
        {said}
      </span>
      {channel === "whatsapp" && event !== "cash_code" && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-leaf"
            checked={hasButton}
            onChange={({ target }) => change({ hasButton: target.checked })}
          />
          <span>It has a button to the order’s page: at Meta, the shop’s address with {"{{1}}"} at the end</span>
        </label>
      )}
      {channel === "whatsapp" && event === "cash_code" && (
        <p className="text-bark text-small">
          At Meta, create it in the category Authentication with a button that copies the code. Meta words it itself.
        </p>
      )}
      <Field
        label={isSms ? "Template id at the SMS provider" : "Name at Meta"}
        {...(isSms && { hint: "MSG91 needs it. Leave it empty for a provider that takes the text." })}
        value={name}
        onChange={({ target }) => change({ name: target.value })}
        error={fieldMessage(error, "name")}
        autoComplete="off"
      />
      {isSms && (
        <Field
          label="Template id on DLT"
          hint="19 digits."
          inputMode="numeric"
          value={dltId}
          onChange={({ target }) => change({ dltId: target.value })}
          error={fieldMessage(error, "dltId")}
          autoComplete="off"
        />
      )}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-leaf"
          checked={isApproved}
          onChange={({ target }) => setApproved(target.checked)}
        />
        <span>{isSms ? "DLT has approved" : "Meta has approved"} exactly this text: use it, and switch it on</span>
      </label>
    </DialogForm>
  );
}

function TestDialog({ template: { event, channel }, name, onClose }: DialogProps) {
  const [mobile, setMobile] = useState("");
  const [sent, setSent] = useState(false);
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title={`Test: ${name}`}
      submit={sent ? "Send another" : "Send the test"}
      back={sent ? "Close" : "Cancel"}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          setSent(false);
          await call("testPhoneTemplate", { params: { event, channel }, body: { mobile } });
          setSent(true);
        })
      }
    >
      <Field
        label="Mobile number"
        hint="Of a phone of yours. It gets the text with example values."
        type="tel"
        inputMode="tel"
        value={mobile}
        onChange={({ target }) => setMobile(target.value)}
        error={fieldMessage(error, "mobile")}
        autoComplete="tel-national"
      />
      <p role="status" className="text-leaf">
        {sent && "It is on its way. The page says below the channel when its delivery was reported."}
      </p>
    </DialogForm>
  );
}
