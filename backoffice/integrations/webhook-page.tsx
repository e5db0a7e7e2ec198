import { useState } from "react";
import { useLoaderData, useNavigate, useRevalidator } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { WEBHOOK_EVENTS, type WebhookDelivery } from "../../contract/admin/webhooks.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { listQueryOf } from "../shared/list-query.ts";
import { loadOne } from "../shared/load.ts";
import { MoreActions } from "../shared/more-actions.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { Secret } from "../shared/secret.tsx";
import { useAction } from "../shared/use-action.ts";

const query = listQueryOf(adminEndpoints.listDeliveries.query, "before");

export const clientLoader = ({ request, params: { id = "" } }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "webhook", list: "/integrations", link: "Integrations" }, () =>
    call("listDeliveries", { params: { id }, query: query.read(new URL(request.url).searchParams) }),
  );

/** Shows a webhook endpoint with the log of its deliveries. */
export default function WebhookPage() {
  const { webhook, deliveries, hasMore } = useLoaderData<typeof clientLoader>();
  const { _id: id, url, events, waiting, failingSince, disabledAt } = webhook;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isRotating, setIsRotating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <title>Webhook</title>
      <BackLink to="/integrations">Integrations</BackLink>
      <PageHead
        title={new URL(url).host}
        about={
          <>
            <span className="block text-ink wrap-anywhere">{url}</span>
            {events.map((event) => WEBHOOK_EVENTS[event]).join("; ")}
          </>
        }
      >
        <Button
          type="button"
          className="button-quiet"
          disabled={busy}
          onClick={async () => {
            await run(() => call("switchWebhookEndpoint", { params: { id }, body: { isOn: disabledAt !== null } }));
            await revalidate();
          }}
        >
          {disabledAt ? "Switch on" : "Switch off"}
        </Button>
        <MoreActions>
          <button type="button" className="button-quiet" onClick={() => setIsRotating(true)}>
            Change the secret
          </button>
          <button type="button" className="button-danger" onClick={() => setIsDeleting(true)}>
            Delete
          </button>
        </MoreActions>
      </PageHead>
      {disabledAt && (
        <p className="mb-3 text-terracotta">
          It has been off since {formatDateTime(disabledAt)}. Events are kept for 30 days, and sent once it is on.
        </p>
      )}
      {failingSince && !disabledAt && (
        <p className="mb-3 text-terracotta">
          It has accepted nothing since {formatDateTime(failingSince)}. It is tried again at least every ten minutes;
          after three days it is switched off.
        </p>
      )}
      {waiting > 0 && <p className="mb-3">{waiting === 1 ? "1 event waits." : `${waiting} events wait.`}</p>}
      <Problem error={error} />
      <h2 className="mb-2">Deliveries</h2>
      {deliveries.length === 0 ? (
        <Empty>Nothing was reported in the last month. Each event is listed here with the program’s response.</Empty>
      ) : (
        <ul className="panel divide-y divide-sand">
          {deliveries.map((delivery) => (
            <Row key={delivery._id} webhookId={id} delivery={delivery} />
          ))}
        </ul>
      )}
      <Pager label="More deliveries" hasMore={hasMore} last={deliveries.at(-1)?._id} cursor="before" />
      {isDeleting && <DeleteDialog id={id} onClose={() => setIsDeleting(false)} />}
      {isRotating && (
        <RotateDialog
          id={id}
          onClose={() => setIsRotating(false)}
          onRotated={(rotated) => {
            setIsRotating(false);
            setSecret(rotated);
          }}
        />
      )}
      {secret !== null && <Secret title="The new signing secret" secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const STATES = {
  waiting: { name: "Waiting", tone: "progress" },
  delivered: { name: "Delivered", tone: "done" },
  failed: { name: "Failed", tone: "danger" },
} as const;

function Row({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { _id: id, event, requestId, state, attempts, statusCode, error: lastError, at } = delivery;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{WEBHOOK_EVENTS[event]}</span>
        <StateBadge of={STATES[state]} />
        {statusCode !== null && <span className="text-bark">Status {statusCode}</span>}
      </p>
      {lastError && <p className="wrap-anywhere text-small text-terracotta">{lastError}</p>}
      <p className="wrap-anywhere text-bark text-small">
        {formatDateTime(at)}, {attempts === 1 ? "1 attempt" : `${attempts} attempts`}, request {requestId}
      </p>
      <Problem error={error} />
      {state !== "waiting" && (
        <Button
          type="button"
          className="text-link py-1"
          disabled={busy}
          onClick={async () => {
            await run(() => call("retryDelivery", { params: { id: webhookId, delivery: id } }));
            await revalidate();
          }}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

function RotateDialog({
  id,
  onRotated,
  onClose,
}: {
  id: string;
  onRotated: (secret: string) => void;
  onClose: () => void;
}) {
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Change the secret?"
      submit="Change it"
      busy={busy}
      error={error}
      onSubmit={() => void run(async () => onRotated((await call("rotateWebhookSecret", { params: { id } })).secret))}
      onClose={onClose}
    >
      <p>For 24 hours requests are signed with the old secret, too. Give the receiver the new one meanwhile.</p>
    </DialogForm>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Delete this webhook?"
      submit="Delete it"
      isDanger
      busy={busy}
      error={error}
      onSubmit={async () => {
        if (await run(() => call("deleteWebhookEndpoint", { params: { id } }))) await navigate("/integrations");
      }}
      onClose={onClose}
    >
      <p>Its log is deleted, too. The receiver gets no further events. This can’t be undone.</p>
    </DialogForm>
  );
}
