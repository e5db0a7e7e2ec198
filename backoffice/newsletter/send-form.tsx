import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminCampaign } from "../../contract/admin/campaigns.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { subscribersOf } from "./labels.ts";

/** Sends a saved draft, now or at a time, once the member has confirmed the number of recipients. */
export function SendForm({ campaign, isChanged }: { campaign: AdminCampaign; isChanged: boolean }) {
  const { _id: id, version, subscribers, problems } = campaign;
  const [isAsked, setAsked] = useState(false);
  const [isLater, setLater] = useState(false);
  const [at, setAt] = useState("");
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const why = isChanged
    ? "Save your changes first."
    : problems.length > 0
      ? problems.map(({ message }) => message).join(" ")
      : subscribers === 0
        ? "Nobody has subscribed yet."
        : "";
  const close = () => {
    setAsked(false);
    clear();
  };
  return (
    <Panel title="Send">
      <p className="mb-3">
        {subscribersOf(subscribers)} would get it, each once. Each email has a link that unsubscribes; a subscriber who
        unsubscribes before their email is sent gets none.
      </p>
      {why && <p className="wrap-anywhere mb-3 text-bark">{why}</p>}
      <Button type="button" className="button-primary" disabled={why !== ""} onClick={() => setAsked(true)}>
        Send…
      </Button>
      {isAsked && (
        <DialogForm
          title={`Email ${subscribersOf(subscribers)}?`}
          submit={isLater ? "Schedule" : "Send now"}
          isDanger
          busy={busy}
          error={error}
          otherwise={error?.errors.find(({ field }) => field !== "at")?.message}
          onSubmit={() =>
            void run(async () => {
              const when = isLater ? { at: at === "" ? "" : `${at}:00+05:30` } : {};
              await call("sendCampaign", { params: { id }, body: { version, subscribers, ...when } });
              await revalidate();
            })
          }
          onClose={close}
        >
          <p className="wrap-anywhere">“{campaign.subject}”. Sent emails can’t be recalled.</p>
          <fieldset className="grid gap-1">
            <legend className="sr-only">When</legend>
            {[false, true].map((later) => (
              <label key={String(later)} className="flex items-center gap-2 py-1">
                <input type="radio" name="when" checked={isLater === later} onChange={() => setLater(later)} />
                {later ? "At a time" : "Now"}
              </label>
            ))}
          </fieldset>
          {isLater && (
            <Field
              label="Day and time (Indian time)"
              type="datetime-local"
              value={at}
              error={fieldMessage(error, "at")}
              onChange={(event) => setAt(event.target.value)}
            />
          )}
        </DialogForm>
      )}
    </Panel>
  );
}
