import { useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type ListedMessage, MESSAGE_TABS, type MessageTab } from "../../contract/admin/messages.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Empty } from "../shared/empty.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { MoreActions } from "../shared/more-actions.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { Clock } from "./clock.tsx";
import { RecordForm } from "./record-form.tsx";

const query = listQueryOf(adminEndpoints.listMessages.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listMessages", { query: query.read(search) }), { messages: [], hasMore: false });
  });

const TABS: Readonly<Record<MessageTab, string>> = { open: "Open", grievances: "Grievances", closed: "Closed" };

const EMPTY: Readonly<Record<MessageTab, string>> = {
  open: "No message waits for an answer. What is sent by the contact form is listed here.",
  grievances: "No grievance is open. One that comes by phone or post is recorded here.",
  closed: "No message has been closed yet.",
};

export default function MessagesPage() {
  const { messages, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const [isRecording, setIsRecording] = useState(false);
  const asked = search.get("tab");
  const tab = MESSAGE_TABS.find((name) => name === asked) ?? "open";
  return (
    <>
      <title>Messages</title>
      <PageHead title="Messages">
        <MoreActions>
          <a href="/admin/api/grievances.csv" download="grievances.csv" className="button-quiet">
            Register of grievances
          </a>
        </MoreActions>
        <button type="button" className="button-quiet" onClick={() => setIsRecording(true)}>
          Record a grievance
        </button>
      </PageHead>
      {isRecording && <RecordForm onClose={() => setIsRecording(false)} />}
      <Tabs
        label="States of messages"
        tabs={MESSAGE_TABS.map((name) => ({
          name: TABS[name],
          to: query.changed(search, { tab: name }),
          isCurrent: name === tab,
        }))}
      />
      <search className="mb-3 block">
        <SearchField
          label="Search messages"
          placeholder="Reference, email or name"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      {messages.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {messages.map((message) => (
            <Row key={message._id} message={message} />
          ))}
        </ul>
      ) : (
        <Empty>
          {problemIn(problem) ||
            (search.get("q") ? "No messages match. Search in another tab, or for something else." : EMPTY[tab])}
        </Empty>
      )}
      <Pager label="More messages" hasMore={hasMore} last={messages.at(-1)?._id} />
    </>
  );
}

function Row({ message }: { message: ListedMessage }) {
  const { _id: id, reference, name, excerpt, at, answers, grievance, closedAt } = message;
  return (
    <li className="relative px-4 py-3 hover:bg-paper">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link data-row to={`/messages/${id}`} className="font-semibold text-leaf after:absolute after:inset-0">
          {name}
        </Link>
        <span className="text-bark text-small">{reference}</span>
        {answers > 0 && <Badge>{answers === 1 ? "Answered" : `${answers} answers`}</Badge>}
        {grievance && <Clock grievance={grievance} isClosed={closedAt !== null} />}
      </p>
      <p className="wrap-anywhere">{excerpt || "Asks to be contacted."}</p>
      <p className="text-bark text-small">{formatDateTime(at)}</p>
    </li>
  );
}
