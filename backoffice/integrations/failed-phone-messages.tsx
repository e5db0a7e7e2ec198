import { Link, useRevalidator } from "react-router";
import type { FailedPhoneMessage } from "../../contract/admin/phone-messages.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { CHANNEL_NAMES } from "../../contract/phone-messages/channels.ts";
import { PHONE_EVENTS } from "../../contract/phone-messages/events.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";

/** Lists messages that reached no phone, each with a button that sends it again; nothing without. */
export function FailedPhoneMessages({ failed }: { failed: readonly FailedPhoneMessage[] }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  if (failed.length === 0) return null;
  return (
    <Panel title="Not delivered">
      <ul className="divide-y divide-sand">
        {failed.map(({ _id: id, number, at, event, channel, error: why }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-3 wrap-anywhere">
            <div>
              <p>
                {PHONE_EVENTS[event].title}, {CHANNEL_NAMES[channel]}, order{" "}
                <Link to={`/orders/${number}`} className="text-link">
                  {number}
                </Link>
              </p>
              <p className="text-bark text-small">
                {formatDateTime(at)}
                {why && `: ${why}`}
              </p>
            </div>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  await call("sendPhoneMessageAgain", { params: { id } });
                  await revalidate();
                })
              }
            >
              Send again<span className="sr-only">, order {number}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </Panel>
  );
}
