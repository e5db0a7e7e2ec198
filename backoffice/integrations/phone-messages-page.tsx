import { useLoaderData, useRevalidator } from "react-router";
import type { AdminPhoneMessages, AdminPhoneTemplate } from "../../contract/admin/phone-messages.ts";
import { formatDateTime, formatMonth } from "../../contract/dates.ts";
import { CHANNEL_NAMES } from "../../contract/phone-messages/channels.ts";
import { PHONE_EVENT_NAMES, PHONE_EVENTS } from "../../contract/phone-messages/events.ts";
import { call } from "../api/client.ts";
import { Badge, StateBadge, type States } from "../shared/badge.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { type Column, PlainTable } from "../shared/plain-table.tsx";
import { CopiedAddress } from "./copied-address.tsx";
import { FailedPhoneMessages } from "./failed-phone-messages.tsx";
import { IntegrationTabs } from "./integration-tabs.tsx";
import { PhoneTemplateForm } from "./phone-template-form.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listPhoneTemplates", {}));

/** Says which channels to phones are connected, and has the text and the switch of each message. */
export default function PhoneMessagesPage() {
  const messages = useLoaderData<typeof clientLoader>();
  const { channels, templates, hasSandbox, failed } = messages;
  return (
    <div className="grid gap-6">
      <title>WhatsApp and SMS</title>
      <div>
        <PageHead title="WhatsApp and SMS" />
        <IntegrationTabs current="WhatsApp and SMS" />
        <p className="max-w-prose text-bark">
          Customers who agree at checkout are told about their orders on their phone, besides the emails. A code for
          cash on delivery goes there first. What WhatsApp cannot deliver follows by SMS.
        </p>
        {hasSandbox && (
          <p className="mt-2 max-w-prose text-bark">
            This is a demo: <a href="/sandbox/phones">its phones</a> show what is sent.
          </p>
        )}
      </div>
      <ul className="panel divide-y divide-sand">
        {channels.map((channel) => (
          <ChannelRow key={channel.channel} channel={channel} />
        ))}
      </ul>
      <FailedPhoneMessages failed={failed} />
      {PHONE_EVENT_NAMES.map((event) => (
        <Panel key={event} title={PHONE_EVENTS[event].title}>
          <ul className="divide-y divide-sand">
            {templates
              .filter((template) => template.event === event)
              .map((template) => (
                <TemplateRow
                  key={template.channel}
                  template={template}
                  isConnected={channels.some((one) => one.channel === template.channel && one.isConnected)}
                />
              ))}
          </ul>
        </Panel>
      ))}
      <Counts counts={messages.counts} />
    </div>
  );
}

function ChannelRow({
  channel: { channel, isConnected, webhookUrl, reportedAt, problem },
}: {
  channel: AdminPhoneMessages["channels"][number];
}) {
  return (
    <li className="px-4 py-3">
      <h2 className="text-body">
        {CHANNEL_NAMES[channel]}{" "}
        <Badge tone={isConnected ? "done" : "neutral"}>{isConnected ? "Connected" : "Not connected"}</Badge>
      </h2>
      {isConnected ? (
        <>
          {channel === "whatsapp" ? (
            <CopiedAddress url={webhookUrl} of="the address of the webhook" />
          ) : (
            <p className="mt-1">
              <code className="wrap-anywhere select-all">{webhookUrl}</code>
            </p>
          )}
          <p className="text-bark text-small">
            {reportedAt
              ? `Last delivery reported ${formatDateTime(reportedAt)}.`
              : "No delivery was reported yet. Enter this address at the provider as the webhook, then send a test."}
          </p>
          {problem && (
            <p className="text-small text-terracotta wrap-anywhere">The last message was not accepted: {problem}</p>
          )}
        </>
      ) : (
        <p className="mt-1 max-w-prose text-bark text-small">
          {channel === "whatsapp"
            ? "An owner enters its keys under Connected services, or the person who runs the shop’s machine adds them to .env."
            : "An owner enters the keys of MSG91 under Connected services; another provider’s SMS_URL is set on the shop’s machine."}{" "}
          docs/messages.md says what to register, in order.
        </p>
      )}
    </li>
  );
}

const STATES: States<AdminPhoneTemplate["state"]> = {
  draft: { name: "Not approved yet", tone: "neutral" },
  approved: { name: "Approved", tone: "done" },
  rejected: { name: "Rejected", tone: "danger" },
  paused: { name: "Stopped by the provider", tone: "danger" },
  recategorised: { name: "Made marketing by Meta", tone: "danger" },
};

function TemplateRow({ template, isConnected }: { template: AdminPhoneTemplate; isConnected: boolean }) {
  const { channel, draft, approved, isEnabled, state, reason, version } = template;
  const { revalidate } = useRevalidator();
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <h3 className="text-body">
        {CHANNEL_NAMES[channel]} {state !== "approved" && <StateBadge of={STATES[state]} />}{" "}
        {approved && !isEnabled && <Badge>Off</Badge>}
      </h3>
      <p className="mt-1 max-w-prose wrap-anywhere">{draft.text}</p>
      {approved && approved.text !== draft.text && (
        <p className="mt-1 max-w-prose text-bark text-small wrap-anywhere">In use until then: {approved.text}</p>
      )}
      {reason && <p className="text-small text-terracotta wrap-anywhere">{reason}</p>}
      <PhoneTemplateForm
        key={version}
        template={template}
        isConnected={isConnected}
        onSaved={() => void revalidate()}
      />
    </li>
  );
}

type Count = AdminPhoneMessages["counts"][number];
const COUNT_COLUMNS: [Column<Count>, ...Column<Count>[]] = [
  { name: "Month", cell: ({ month }) => formatMonth(`${month}-01`) },
  { name: "Channel", cell: ({ channel }) => CHANNEL_NAMES[channel] },
  { name: "Category", cell: ({ category }) => category || "Not reported" },
  { name: "Sent", cell: ({ sent }) => sent.toLocaleString("en-IN"), isNumber: true },
  { name: "Delivered", cell: ({ delivered }) => delivered.toLocaleString("en-IN"), isNumber: true },
  {
    name: "Charged",
    cell: ({ channel, billable }) => (channel === "sms" ? "–" : billable.toLocaleString("en-IN")),
    isNumber: true,
  },
];

function Counts({ counts }: Pick<AdminPhoneMessages, "counts">) {
  return (
    <Panel title="Sent each month">
      {counts.length === 0 ? (
        <p className="text-bark">Nothing was sent yet.</p>
      ) : (
        <PlainTable
          label="Sent each month"
          rows={counts.map((count) => ({ ...count, key: `${count.month} ${count.channel} ${count.category}` }))}
          columns={COUNT_COLUMNS}
        />
      )}
      <p className="mt-2 text-bark text-small">
        As WhatsApp reports what it charges. SMS providers report no prices: theirs are on their bill.
      </p>
    </Panel>
  );
}
