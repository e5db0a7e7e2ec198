import { Link, useLoaderData } from "react-router";
import { MAX_EXPLANATION, type StaffDispute } from "../../contract/admin/disputes.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { useAction } from "../shared/use-action.ts";
import { useLatest } from "../shared/use-latest.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { AnswerBy } from "./answer-by.tsx";
import { PHASE_NAMES, STATES } from "./labels.ts";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "dispute", list: "/disputes", link: "Disputes" }, () =>
    call("readDispute", { params: { id: params.id ?? "" } }),
  );

export default function DisputePage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Dispute key={loaded._id} loaded={loaded} />;
}

function Dispute({ loaded }: { loaded: StaffDispute }) {
  const [dispute, setDispute] = useLatest(loaded);
  return (
    <>
      <title>{`Dispute of ${dispute.order}`}</title>
      <BackLink to="/disputes">Disputes</BackLink>
      <PageHead
        title={`Dispute of ${dispute.order}`}
        beside={
          <>
            <StateBadge of={STATES[dispute.state]} isLive />
            <AnswerBy dispute={dispute} />
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Facts dispute={dispute} />
          <Explanation dispute={dispute} onChanged={setDispute} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Evidence dispute={dispute} onChanged={setDispute} />
          <History dispute={dispute} />
        </div>
      </div>
    </>
  );
}

function Facts({ dispute }: { dispute: StaffDispute }) {
  const facts: [string, React.ReactNode][] = [
    [
      "Order",
      <Link key="order" to={`/orders/${dispute.order}`} className="text-link">
        {dispute.order}
      </Link>,
    ],
    ["Customer", dispute.customer],
    ["Phase", PHASE_NAMES[dispute.phase]],
    ["Reason", dispute.reason || "Not given"],
    ["Amount", formatMoney(dispute.amount)],
    ...(dispute.state === "lost"
      ? ([
          ["Taken from the balance", formatMoney(dispute.deducted)],
          ["Provider’s fee", dispute.fee === null ? "In no settlement yet" : formatMoney(dispute.fee)],
        ] as [string, string][])
      : []),
    ["Opened", formatDateTime(dispute.createdAt)],
    [
      "Payment",
      <span key="payment" className="wrap-anywhere">
        {dispute.providerPaymentId}
      </span>,
    ],
    [
      "Id at the provider",
      <span key="id" className="wrap-anywhere">
        {dispute.providerDisputeId}
      </span>,
    ],
  ];
  return (
    <Panel title="The dispute">
      <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1 md:gap-x-6">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-bark">{name}</dt>
            <dd className="mb-1 min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface Part {
  dispute: StaffDispute;
  onChanged: (dispute: StaffDispute) => void;
}

function Explanation({ dispute, onChanged }: Part) {
  const { _id: id, explanation, version, closedAt, texts } = dispute;
  const form = useVersionedForm({
    draft: `dispute ${id}`,
    stored: { explanation },
    version,
    labels: { explanation: "Why the payment is rightful" },
    subject: "this explanation",
    savedText: "Saved.",
    changedBy: texts[0]?.by,
    save: async ({ values, version }) =>
      onChanged(await call("changeDispute", { params: { id }, body: { version, ...values } })),
  });
  if (closedAt && explanation === "") return null;
  return (
    <Panel title="Explanation">
      <VersionedForm form={form} className="grid gap-3">
        <TextArea {...form.field("explanation")} rows={7} readOnly={closedAt !== null} />
        <p className="text-bark text-small">
          The letter of the evidence begins with it. At most {MAX_EXPLANATION} characters.
        </p>
        <Problem error={form.error} />
        {!closedAt && <SaveButtons form={form} />}
      </VersionedForm>
      {texts.length > 1 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-leaf">Earlier explanations</summary>
          <ul className="mt-2 grid gap-3">
            {texts.slice(1).map(({ version: number, text, by, at }) => (
              <li key={number}>
                <p className="text-bark text-small">
                  {by}, {formatDateTime(at)}
                </p>
                <p className="wrap-anywhere whitespace-pre-line">{text || "Empty"}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function Evidence({ dispute, onChanged }: Part) {
  const { _id: id, version, submittedAt, closedAt } = dispute;
  const { run, busy, error } = useAction();
  const mark = (submitted: boolean) =>
    void run(async () => onChanged(await call("changeDispute", { params: { id }, body: { version, submitted } })));
  return (
    <Panel title="Evidence">
      <p className="mb-3 text-bark">
        Letter, invoice, packing slip, shipping, messages, and the policies as they were when the order was placed: a
        PDF for each kind that the provider’s form takes. Save the explanation first.
      </p>
      <div className="grid gap-2">
        <a href={`/admin/api/disputes/${id}/evidence.zip`} download className="button-quiet text-center">
          Download the evidence
        </a>
        {!closedAt && (
          <Button
            type="button"
            className={submittedAt ? "button-quiet" : "button-primary"}
            disabled={busy}
            onClick={() => mark(!submittedAt)}
          >
            {submittedAt ? "It is not submitted yet" : "Mark as submitted"}
          </Button>
        )}
      </div>
      {!closedAt && !submittedAt && (
        <p className="mt-3 text-bark text-small">
          Submit it in the provider’s dashboard, then mark it here. Do not refund a disputed payment: a lost dispute
          takes the money a second time.
        </p>
      )}
      <Problem error={error} />
    </Panel>
  );
}

function History({ dispute: { history } }: { dispute: StaffDispute }) {
  return (
    <Panel title="History">
      <ol className="grid gap-2">
        {history.map(({ at, what, by }) => (
          <li key={`${at} ${what}`}>
            {what} <span className="text-bark">by {by}</span>
            <span className="block text-bark text-small">{formatDateTime(at)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
