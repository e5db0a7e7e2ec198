import { useLoaderData, useRevalidator } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { AdminMail } from "../../contract/admin/system.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { Pager } from "../shared/resource-list.tsx";
import { useAction } from "../shared/use-action.ts";
import { SystemFrame } from "./system-frame.tsx";

const query = listQueryOf(adminEndpoints.listUncertainMails.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listUncertainMails", { query: query.read(search) }), { mails: [], hasMore: false });
  });

export default function EmailsPage() {
  const { mails, hasMore, problem } = useLoaderData<typeof clientLoader>();
  return (
    <SystemFrame
      current="Emails"
      about="Emails of the last month that the mail server rejected, or whose delivery is unknown because the shop stopped while it sent them."
    >
      {mails.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {mails.map((mail) => (
            <Row key={mail._id} mail={mail} />
          ))}
        </ul>
      ) : (
        <Empty>{problemIn(problem) || "Every email has reached its mail server."}</Empty>
      )}
      <Pager label="More emails" hasMore={hasMore} last={mails.at(-1)?._id} cursor="before" />
    </SystemFrame>
  );
}

function Row({ mail: { _id: id, state, recipient, subject, at, lastError, canResend } }: { mail: AdminMail }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{subject}</span>, to {recipient}
      </p>
      <p className="wrap-anywhere text-terracotta text-small">
        {lastError ?? (state === "failed" ? "It failed." : "It may not have arrived.")}
      </p>
      <p className="text-bark text-small">{formatDateTime(at)}</p>
      <Problem error={error} />
      {canResend ? (
        <Button
          type="button"
          className="button-quiet mt-1"
          disabled={busy}
          onClick={async () => {
            await run(() => call("resendUncertainMail", { params: { id } }));
            await revalidate();
          }}
        >
          Send again
        </Button>
      ) : (
        <p className="text-small">It contained a code or link that has expired; the customer requests a new one.</p>
      )}
    </li>
  );
}
