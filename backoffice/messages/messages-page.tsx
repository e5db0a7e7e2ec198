import { useState } from "react";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { type ListedMessage, MESSAGE_TABS, type MessageTab } from "../../contract/admin/messages.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { Tabs } from "../shared/tabs.tsx";
import { Clock } from "./clock.tsx";
import { RecordForm } from "./record-form.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    const tab = MESSAGE_TABS.find((name) => name === search.get("tab"));
    const [q, after] = [search.get("q") || undefined, search.get("after") ?? undefined];
    return call("listMessages", { query: { tab, q, after } });
  });

const TABS: Readonly<Record<MessageTab, string>> = { open: "Open", grievances: "Grievances", closed: "Closed" };

export default function MessagesPage() {
  const { messages, hasMore } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isRecording, setIsRecording] = useState(false);
  const tab = search.get("tab") ?? "open";
  const last = messages.at(-1);
  const query = (change: Record<string, string>) => {
    const all = Object.entries({ tab, q: search.get("q") ?? "", ...change }).filter(([, value]) => value);
    return `?${new URLSearchParams(all)}`;
  };
  return (
    <>
      <title>Messages</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Messages</h1>
        <div className="flex flex-wrap gap-2">
          <a href="/admin/api/grievances.csv" download="grievances.csv" className="button-quiet">
            Register of grievances
          </a>
          <button type="button" className="button-quiet" onClick={() => setIsRecording(true)}>
            Record a grievance
          </button>
        </div>
      </div>
      {isRecording && <RecordForm onClose={() => setIsRecording(false)} />}
      <Tabs
        label="States of messages"
        tabs={MESSAGE_TABS.map((name) => ({
          name: TABS[name],
          to: query({ tab: name }),
          isCurrent: name === tab,
        }))}
      />
      <search>
        <form
          className="mb-3 md:w-80"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate(query({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() }));
          }}
        >
          <input
            key={search.get("q")}
            type="search"
            name="q"
            defaultValue={search.get("q") ?? ""}
            aria-label="Search messages"
            placeholder="Reference, email or name"
            className="field"
          />
        </form>
      </search>
      {messages.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {messages.map((message) => (
            <Row key={message._id} message={message} />
          ))}
        </ul>
      ) : (
        <p role="status" className="panel p-6 text-bark">
          {search.get("q") ? "No message is like this." : "There is none."}
        </p>
      )}
      <nav aria-label="More messages" className="mt-3 flex gap-2">
        {search.has("after") && (
          <Link to={query({})} className="button-quiet">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link to={query({ after: last._id })} className="button-quiet">
            Next page
          </Link>
        )}
      </nav>
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
        {answers > 0 && <span className="badge">{answers === 1 ? "Answered" : `${answers} answers`}</span>}
        {grievance && <Clock grievance={grievance} isClosed={closedAt !== null} />}
      </p>
      <p className="wrap-anywhere">{excerpt || "Asks to be contacted."}</p>
      <p className="text-bark text-small">{formatDateTime(at)}</p>
    </li>
  );
}
