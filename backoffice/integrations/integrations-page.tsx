import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { type ApiToken, TOKEN_SCOPES, type TokenScope } from "../../contract/admin/api-tokens.ts";
import { WEBHOOK_EVENTS, type WebhookEndpoint, type WebhookEvent } from "../../contract/admin/webhooks.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Secret } from "../shared/secret.tsx";
import { useAction } from "../shared/use-action.ts";
import { IntegrationTabs } from "./integration-tabs.tsx";
import { TokenForm } from "./token-form.tsx";
import { WebhookForm } from "./webhook-form.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const [tokens, webhooks] = await Promise.all([call("listApiTokens", {}), call("listWebhookEndpoints", {})]);
    return { tokens, webhooks };
  });

type Opened = "token" | "webhook" | { title: string; secret: string } | null;

/** Manages the access of other programs: API tokens and webhook endpoints. */
export default function IntegrationsPage() {
  const { tokens, webhooks } = useLoaderData<typeof clientLoader>();
  const [opened, setOpened] = useState<Opened>(null);
  const { revalidate } = useRevalidator();
  const close = () => setOpened(null);
  async function show(title: string, secret: string) {
    setOpened({ title, secret });
    await revalidate();
  }
  return (
    <div className="grid gap-6">
      <div>
        <title>Integrations</title>
        <PageHead title="Integrations" />
        <IntegrationTabs current="Tokens and webhooks" />
      </div>
      <section aria-labelledby="tokens">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="tokens">Tokens</h2>
          <button type="button" className="button-quiet" onClick={() => setOpened("token")}>
            Create a token
          </button>
        </div>
        <p className="mb-2 max-w-prose text-bark">
          A program sends its token to the back office’s API as <code>Authorization: Bearer shop_…</code>, and may do
          what its scopes allow. What it does is in the audit log under the token’s name.
        </p>
        {tokens.length === 0 ? (
          <Empty>There are no tokens yet. Create one for each program.</Empty>
        ) : (
          <ul className="panel divide-y divide-sand">
            {tokens.map((token) => (
              <TokenRow key={token._id} token={token} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="webhooks">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="webhooks">Webhooks</h2>
          <button type="button" className="button-quiet" onClick={() => setOpened("webhook")}>
            Add a webhook
          </button>
        </div>
        <p className="mb-2 max-w-prose text-bark">
          The shop sends events to these URLs, signed, until they are accepted. Owners get an email when one has failed
          for an hour, and when it is switched off after three days.
        </p>
        {webhooks.length === 0 ? (
          <Empty>There are no webhooks yet. Add one for a program that is to hear of orders at once.</Empty>
        ) : (
          <ul className="panel divide-y divide-sand">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook._id} webhook={webhook} />
            ))}
          </ul>
        )}
      </section>
      {opened === "token" && <TokenForm onCreated={(token) => show("The token", token)} onClose={close} />}
      {opened === "webhook" && <WebhookForm onAdded={(secret) => show("The signing secret", secret)} onClose={close} />}
      {opened !== null && typeof opened === "object" && <Secret {...opened} onClose={close} />}
    </div>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { _id: id, name, start, scopes, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [isConfirming, setIsConfirming] = useState(false);
  const hasExpired = expiresAt !== null && new Date(expiresAt) < shopNow();
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span> <code className="text-bark">{start}…</code>{" "}
        {(revokedAt || hasExpired) && <Badge>{revokedAt ? "Revoked" : "Expired"}</Badge>}
      </p>
      <p className="wrap-anywhere">{scopes.map((scope: TokenScope) => TOKEN_SCOPES[scope].name).join(", ")}</p>
      <p className="text-bark text-small">
        Created by {createdBy}, {formatDateTime(createdAt)}.{" "}
        {lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}.` : "Not used yet."}{" "}
        {expiresAt ? `Valid until ${formatDateTime(expiresAt)}.` : "It does not expire."}
      </p>
      <Problem error={error} />
      {!revokedAt &&
        (isConfirming ? (
          <p className="mt-1 flex flex-wrap items-center gap-2">
            The program that uses it stops working.
            <Button
              type="button"
              className="button-danger"
              disabled={busy}
              onClick={async () => {
                await run(() => call("revokeApiToken", { params: { id } }));
                await revalidate();
              }}
            >
              Revoke {name}
            </Button>
            <button type="button" className="button-quiet" onClick={() => setIsConfirming(false)}>
              Keep it
            </button>
          </p>
        ) : (
          <button type="button" className="text-link py-1" onClick={() => setIsConfirming(true)}>
            Revoke
          </button>
        ))}
    </li>
  );
}

function WebhookRow({ webhook }: { webhook: WebhookEndpoint }) {
  const { _id: id, url, events, failingSince, disabledAt } = webhook;
  return (
    <li className="relative px-4 py-3 hover:bg-paper">
      <p className="wrap-anywhere">
        <Link
          data-row
          to={`/integrations/webhooks/${id}`}
          className="font-semibold text-leaf after:absolute after:inset-0"
        >
          {url}
        </Link>{" "}
        {disabledAt ? (
          <Badge tone="danger">Off</Badge>
        ) : (
          failingSince && <Badge tone="attention">Failing since {formatDateTime(failingSince)}</Badge>
        )}
      </p>
      <p className="text-bark text-small">{events.map((event: WebhookEvent) => WEBHOOK_EVENTS[event]).join("; ")}</p>
    </li>
  );
}
