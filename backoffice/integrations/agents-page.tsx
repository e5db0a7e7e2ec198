import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { AGENT_STATES, type AgentPlatform, type AgentState, type Agents } from "../../contract/admin/agents.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge, StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { CopiedAddress } from "./copied-address.tsx";
import { IntegrationTabs } from "./integration-tabs.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listAgents", {}));

/** Says whether shopping agents are served, and which have called. */
export default function AgentsPage() {
  const agents = useLoaderData<typeof clientLoader>();
  const { platforms, hasMore } = agents;
  return (
    <div className="grid gap-6">
      <title>Agents</title>
      <div>
        <PageHead title="Agents" />
        <IntegrationTabs current="Agents" />
        <p className="max-w-prose text-bark">
          People ask an assistant to find a perfume, and its agent finds it here: it reads your products, fills a cart
          and leads its buyer to your page to pay. No agent can pay for a buyer.
        </p>
      </div>
      <Switches agents={agents} />
      <section aria-labelledby="platforms">
        <h2 id="platforms" className="mb-2">
          Who has called
        </h2>
        {platforms.length === 0 ? (
          <Empty>No agent has called yet. The first one is listed here with what it brings.</Empty>
        ) : (
          <ul className="panel divide-y divide-sand">
            {platforms.map((platform) => (
              <PlatformRow key={platform.origin} platform={platform} />
            ))}
          </ul>
        )}
        {hasMore && <p className="mt-2 text-bark text-small">Others have called longer ago.</p>}
      </section>
      <SigningKeys keys={agents.keys} />
    </div>
  );
}

function Switches({ agents: { isOn, signedOnly, isFixed, profileUrl } }: { agents: Agents }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const change = async (body: { isOn?: boolean; signedOnly?: boolean }) => {
    await run(() => call("switchAgents", { body }));
    await revalidate();
  };
  const button = (label: string, body: { isOn?: boolean; signedOnly?: boolean }) =>
    !isFixed && (
      <Button type="button" className="button-quiet" disabled={busy} onClick={() => void change(body)}>
        {label}
      </Button>
    );
  return (
    <div className="panel divide-y divide-sand">
      <div className="px-4 py-3">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
          <h2 className="text-body">
            Agents are served <Badge tone={isOn ? "done" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
          </h2>
          {button(isOn ? "Switch agents off" : "Switch agents on", { isOn: !isOn })}
        </div>
        <CopiedAddress url={profileUrl} of="the address of the profile" />
        <p className="text-bark text-small">At this address agents read what they can do here.</p>
      </div>
      <div className="px-4 py-3">
        <div className="grid items-center justify-items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <h2 className="text-body">
            Only signed agents can start a checkout{" "}
            <Badge tone={signedOnly ? "done" : "neutral"}>{signedOnly ? "Yes" : "No"}</Badge>
          </h2>
          {button(signedOnly ? "Let unsigned agents start one" : "Demand signatures", { signedOnly: !signedOnly })}
        </div>
        <p className="mt-1 text-bark text-small">
          A signature proves which platform an agent acts for. All agents can read products and fill carts; an order’s
          state is only told to the platform that has proved to be its own.
        </p>
        {isFixed && <p className="text-bark text-small">The environment decides about agents.</p>}
        <Problem error={error} />
      </div>
    </div>
  );
}

const STATES: States<AgentState> = {
  seen: { name: AGENT_STATES.seen, tone: "neutral" },
  allowed: { name: AGENT_STATES.allowed, tone: "done" },
  blocked: { name: AGENT_STATES.blocked, tone: "danger" },
};

/** What can be decided in each state. */
const DECISIONS: Readonly<Record<AgentState, readonly { label: string; state: AgentState }[]>> = {
  seen: [
    { label: "Allow", state: "allowed" },
    { label: "Block", state: "blocked" },
  ],
  allowed: [{ label: "Block", state: "blocked" }],
  blocked: [{ label: "Unblock", state: "seen" }],
};

function PlatformRow({ platform }: { platform: AgentPlatform }) {
  const { origin, state, firstSeenAt, lastSeenAt, signedAt, orders, sales, unheard } = platform;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const brought =
    orders === 0 ? "No orders yet" : `${orders === 1 ? "1 order" : `${orders} orders`}, ${formatMoney(sales)}`;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-body wrap-anywhere">
          {origin} <StateBadge of={STATES[state]} />
        </h3>
        <div className="flex flex-wrap gap-2">
          {DECISIONS[state].map((decision) => (
            <Button
              key={decision.state}
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={async () => {
                await run(() => call("decideOnAgent", { body: { origin, state: decision.state } }));
                await revalidate();
              }}
            >
              {decision.label}
              <span className="sr-only"> {origin}</span>
            </Button>
          ))}
        </div>
      </div>
      <p className="mt-1">{brought}</p>
      <p className="text-bark text-small">
        Last seen {formatDateTime(lastSeenAt)}, first {formatDateTime(firstSeenAt)}.{" "}
        {signedAt ? `Signed, last on ${formatDateTime(signedAt)}.` : "Never signed: anybody could have used its name."}
      </p>
      {unheard > 0 && (
        <p className="text-terracotta">
          It has not accepted the news of {unheard === 1 ? "1 order" : `${unheard} orders`} for more than an hour.
        </p>
      )}
      <Problem error={error} />
    </li>
  );
}

function SigningKeys({ keys }: { keys: Agents["keys"] }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <Panel title="Signing keys">
      <p className="mb-3 max-w-prose text-bark">
        The shop signs what it tells platforms about their orders. A new key is made every 90 days by itself.
      </p>
      {keys.length > 0 && (
        <ul className="mb-3">
          {keys.map(({ kid, createdAt }) => (
            <li key={kid} className="wrap-anywhere">
              <code>{kid}</code> <span className="text-bark text-small">since {formatDateTime(createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button-quiet" onClick={() => setIsConfirming(true)}>
        Replace the keys
      </button>
      {isConfirming && (
        <DialogForm
          title="Replace the keys?"
          submit="Replace"
          isDanger
          busy={busy}
          error={error}
          onClose={() => setIsConfirming(false)}
          onSubmit={async () => {
            if (!(await run(() => call("replaceSigningKeys", {})))) return;
            setIsConfirming(false);
            await revalidate();
          }}
        >
          <p>Do it if somebody else may know a key. Platforms reject what was signed with the old ones at once.</p>
        </DialogForm>
      )}
    </Panel>
  );
}
