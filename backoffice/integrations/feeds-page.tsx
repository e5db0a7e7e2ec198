import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { Feed } from "../../contract/admin/feeds.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { FEED_CHANNEL_CODES, FEED_CHANNELS, type FeedChannel } from "../../contract/feeds.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useAction } from "../shared/use-action.ts";
import { CopiedAddress } from "./copied-address.tsx";
import { IntegrationTabs } from "./integration-tabs.tsx";
import { RejectedSizes } from "./rejected-sizes.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listFeeds", {}));

const CHANNELS = FEED_CHANNEL_CODES.map((value) => ({ value, name: FEED_CHANNELS[value].name }));
const isChannel = (code: string | null): code is FeedChannel => FEED_CHANNEL_CODES.some((channel) => channel === code);

/** Switches the product feeds, and checks what their readers would reject. */
export default function FeedsPage() {
  const feeds = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const named = search.get("feed");
  const channel = isChannel(named) ? named : "google";
  return (
    <div className="grid gap-6">
      <title>Feeds</title>
      <div>
        <PageHead title="Feeds" />
        <IntegrationTabs current="Feeds" />
        <p className="max-w-prose text-bark">
          Shopping services read your products from these files, each size with the price, stock and picture of its
          page. Give a service the URL of its file; it is written again whenever something has changed.
        </p>
      </div>
      <ul className="panel divide-y divide-sand">
        {feeds.map((feed) => (
          <FeedRow key={feed.channel} feed={feed} />
        ))}
      </ul>
      <Panel title="What would be rejected">
        <div className="mb-3 max-w-xs">
          <SelectField
            label="By"
            value={channel}
            options={CHANNELS}
            onChange={(feed) => setSearch({ feed }, { replace: true, preventScrollReset: true })}
          />
        </div>
        <RejectedSizes key={channel} channel={channel} />
      </Panel>
    </div>
  );
}

function FeedRow({ feed: { channel, url, isOn, isFixed, fetchedAt, userAgent } }: { feed: Feed }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const { name } = FEED_CHANNELS[channel];
  return (
    <li className="px-4 py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
        <h2 className="text-body">
          {name} <Badge tone={isOn ? "done" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
        </h2>
        {!isFixed && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={async () => {
              await run(() => call("switchFeed", { params: { channel }, body: { isOn: !isOn } }));
              await revalidate();
            }}
          >
            {isOn ? "Switch off" : "Switch on"}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      <CopiedAddress url={url} of={`the URL of ${name}`} />
      <p className="text-bark text-small wrap-anywhere">
        {fetchedAt
          ? `Last fetched ${formatDateTime(fetchedAt)} by ${userAgent || "a program without a name"}.`
          : "Not fetched yet."}
        {isFixed && " The environment decides whether it is on."}
      </p>
      <Problem error={error} />
    </li>
  );
}
