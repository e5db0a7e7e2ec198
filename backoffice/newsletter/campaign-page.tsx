import { useEffect, useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import type { AdminCampaign } from "../../contract/admin/campaigns.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { removeDraft } from "../shared/draft-storage.ts";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { CampaignEditor, campaignDraft } from "./campaign-editor.tsx";
import { Preview, usePreview } from "./campaign-preview.tsx";
import { CAMPAIGN_STATES, subscribersOf } from "./labels.ts";

/** How often the progress is read while a campaign is sent. */
const READ_EVERY_MS = 3000;

export const clientLoader = ({ request, params: { id = "" } }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "campaign", list: "/newsletter", link: "Newsletter" }, () =>
    call("readCampaign", { params: { id } }),
  );

export default function CampaignPage() {
  const campaign = useLoaderData<typeof clientLoader>();
  return <Campaign key={campaign._id} campaign={campaign} />;
}

function Campaign({ campaign }: { campaign: AdminCampaign }) {
  const { state, subject } = campaign;
  return (
    <>
      <title>{subject || "Campaign"}</title>
      <BackLink to="/newsletter">Newsletter</BackLink>
      <PageHead title={subject || "New campaign"} beside={<StateBadge of={CAMPAIGN_STATES[state]} />}>
        <Actions campaign={campaign} />
      </PageHead>
      {state === "draft" || state === "scheduled" ? (
        <CampaignEditor campaign={campaign}>{state === "scheduled" && <Progress campaign={campaign} />}</CampaignEditor>
      ) : (
        <Sent campaign={campaign} />
      )}
    </>
  );
}

function Actions({ campaign: { _id: id, state } }: { campaign: AdminCampaign }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const { run, busy, error } = useAction();
  return (
    <>
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            const { _id } = await call("createCampaign", { body: { copyOf: id } });
            await navigate(`/newsletter/${_id}`);
          })
        }
      >
        Copy
      </Button>
      {state === "draft" && (
        <Button type="button" className="button-quiet" disabled={busy} onClick={() => setAsked(true)}>
          Delete
        </Button>
      )}
      <Problem error={error} />
      {isAsked && (
        <DialogForm
          title="Delete this draft?"
          submit="Delete the draft"
          isDanger
          busy={busy}
          error={error}
          onSubmit={() =>
            void run(async () => {
              await call("deleteCampaign", { params: { id } });
              removeDraft(campaignDraft(id));
              await navigate("/newsletter");
            })
          }
          onClose={() => setAsked(false)}
        >
          <p>It cannot be restored.</p>
        </DialogForm>
      )}
    </>
  );
}

/** Shows a campaign that is sent, or being sent. */
function Sent({ campaign }: { campaign: AdminCampaign }) {
  const { subject, preview, body, action, link, products } = campaign;
  const rendered = usePreview({ subject, preview, body, action, link, products });
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 2xl:grid-cols-[minmax(0,1fr)_42rem]">
      <Progress campaign={campaign} />
      <Preview {...rendered} />
    </div>
  );
}

/** Says when a campaign goes out, and what has become of its emails, as they are sent. */
function Progress({ campaign }: { campaign: AdminCampaign }) {
  const { _id: id, state, scheduledAt, startedAt, doneAt, author, waiting } = campaign;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const isMoving = state === "sending" || state === "scheduled" || waiting > 0;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void revalidate(), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isMoving, revalidate]);
  const act = (name: "stopCampaign" | "resumeCampaign") =>
    void run(async () => {
      await call(name, { params: { id } });
      await revalidate();
    });
  return (
    <Panel title={state === "scheduled" ? "Scheduled" : "Progress"}>
      <p className="mb-3 text-bark">
        {state === "scheduled" && scheduledAt
          ? `${author} has scheduled it for ${formatDateTime(scheduledAt)}, to ${subscribersOf(campaign.subscribers)} as of now.`
          : `Sent by ${author}${startedAt ? `, begun ${formatDateTime(startedAt)}` : ""}${doneAt ? `, ended ${formatDateTime(doneAt)}` : ""}.`}
      </p>
      {state !== "scheduled" && <Counts campaign={campaign} />}
      <Problem error={error} />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {state === "scheduled" && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => act("stopCampaign")}>
            Return to drafts
          </Button>
        )}
        {state === "sending" && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => act("stopCampaign")}>
            Stop
          </Button>
        )}
        {state === "stopped" && (
          <Button type="button" className="button-primary" disabled={busy} onClick={() => act("resumeCampaign")}>
            Send to the others
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Counts({ campaign }: { campaign: AdminCampaign }) {
  const { state, queued, sent, waiting, failed, withheld, unsubscribed, subscribers } = campaign;
  const rows: [string, number][] = [
    ["Sent", sent],
    ["Waiting to be sent", waiting],
    ["Failed, or perhaps not arrived", failed],
    ["Not sent: unsubscribed before", withheld],
    ["Unsubscribed since it began", unsubscribed],
  ];
  return (
    <>
      {state === "sending" && (
        <progress
          aria-label="Emails sent"
          className="mb-3 w-full"
          value={sent + failed + withheld}
          max={Math.max(queued, subscribers, 1)}
        />
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1" aria-live="polite">
        {rows.map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-bark">{name}</dt>
            <dd className="text-right">{count.toLocaleString("en-IN")}</dd>
          </div>
        ))}
      </dl>
      {failed > 0 && (
        <p className="mt-3">
          <Link to="/system/emails" className="text-link">
            Emails that failed
          </Link>
        </p>
      )}
    </>
  );
}
