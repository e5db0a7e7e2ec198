import { useState } from "react";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../contract/admin/webhooks.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Choices } from "./choices.tsx";

const EVENTS = Object.entries(WEBHOOK_EVENTS).map(([value, name]) => ({ value: value as WebhookEvent, name }));

/** Adds a webhook endpoint; the secret of its signatures is shown once. */
export function WebhookForm({ onAdded, onClose }: { onAdded: (secret: string) => void; onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Add a webhook"
      submit="Add the webhook"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        const body = { url, events: [...events] };
        void run(async () => onAdded((await call("addWebhookEndpoint", { body })).secret));
      }}
    >
      <Field
        label="URL"
        hint="Begins with https://, and is reachable from the internet."
        inputMode="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={fieldMessage(error, "url")}
        autoComplete="off"
      />
      <Choices
        legend="Events"
        choices={EVENTS}
        chosen={events}
        onChange={setEvents}
        error={fieldMessage(error, "events")}
      />
    </DialogForm>
  );
}
