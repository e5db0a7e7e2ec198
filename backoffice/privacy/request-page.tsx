import { type ReactNode, useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { StaffRequest } from "../../contract/admin/privacy.ts";
import { formatDateTime, formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Email } from "../shared/email.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { saveFile } from "../shared/save-file.ts";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { KIND_NAMES, stateOf } from "./labels.ts";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "request", list: "/privacy", link: "Privacy requests" }, () =>
    call("readPrivacyRequest", { params: { id: params.id ?? "" } }),
  );

export default function RequestPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Request key={`${loaded._id} ${loaded.version}`} request={loaded} />;
}

function Request({ request }: { request: StaffRequest }) {
  const { kind, reference, state, requestedAt, dueAt, closedAt, customer, customerId, email, reason } = request;
  const mayDecide = useMay("export_customers");
  const isOpen = state === "open";
  return (
    <>
      <title>{`Request ${reference}`}</title>
      <BackLink to="/privacy">Privacy requests</BackLink>
      <PageHead
        title={`${KIND_NAMES[kind]}, ${reference}`}
        beside={
          <>
            <StateBadge of={stateOf(request)} isLive />
            <span className="text-bark">
              {closedAt ? `closed ${formatDay(closedAt)}` : `answer by ${formatDay(dueAt)}`}
            </span>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {isOpen && mayDecide && !(customerId && !request.mobile_no) && <Identification request={request} />}
          {kind === "erasure" && <Erasure request={request} mayDecide={mayDecide && isOpen} />}
          {(kind === "export" || isOpen) && email && mayDecide && <Export request={request} />}
          {isOpen && mayDecide && <Rejection request={request} />}
          {isOpen && !mayDecide && (
            <p className="panel p-4 text-bark">
              Exporting, erasing and rejecting need the permission export_customers. An owner can give it to your role.
            </p>
          )}
        </div>
        <Panel title="Request">
          <div className="grid gap-3">
            <p className="wrap-anywhere">
              {customerId ? (
                <>
                  <Link to={`/customers/${customerId}`} className="text-link">
                    {customer}
                  </Link>
                  {email && (
                    <span className="block text-bark">
                      <Email of={email} />
                    </span>
                  )}
                </>
              ) : (
                <>
                  {customer}
                  <span className="block text-bark">Without an account</span>
                </>
              )}
            </p>
            <p className="text-bark">
              {sourceOf(request)}, {formatDateTime(requestedAt)}
            </p>
            {request.identification && (
              <p className="wrap-anywhere whitespace-pre-line">
                {request.mobile_no && <span className="block">{request.mobile_no}</span>}
                {request.identification}
              </p>
            )}
            {request.message && <p className="wrap-anywhere whitespace-pre-line">{request.message}</p>}
            {reason && <p className="wrap-anywhere whitespace-pre-line text-terracotta">{reason}</p>}
          </div>
        </Panel>
      </div>
    </>
  );
}

function sourceOf({ recordedBy, customerId }: StaffRequest): string {
  if (recordedBy) return `Recorded by ${recordedBy}`;
  return customerId ? "Requested in the profile, or with a mailed code" : "Requested with a mailed code";
}

/** Records how staff knows a mobile number, by which receivers of gifts are found. */
function Identification({ request: { _id: id, version, mobile_no, identification } }: { request: StaffRequest }) {
  const [mobile, setMobile] = useState(mobile_no);
  const [text, setText] = useDraft(`identification of request ${id}`);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  if (identification && mobile_no) return null;
  return (
    <Panel title="Receiver of a gift?">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const body = { version, mobile_no: mobile, identification: text };
            await call("identifyRequester", { params: { id }, body });
            setText("");
            await revalidate();
          });
        }}
      >
        <p className="text-bark">
          Receivers are known by their mobile number. Call it, and ask for the reference: gifts are part of the answer
          only then.
        </p>
        <Field
          label="Mobile number"
          type="tel"
          value={mobile}
          onChange={(event) => setMobile(event.target.value)}
          error={fieldMessage(error, "mobile_no")}
        />
        <TextArea
          label="How you know that it is theirs"
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={fieldMessage(error, "identification")}
        />
        <Problem error={error} />
        <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
          Confirm the number
        </Button>
      </form>
    </Panel>
  );
}

function Export({ request: { _id: id, reference, kind, state, version, email } }: { request: StaffRequest }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <Panel title="Copy of the data">
      <p className="mb-3 text-bark">
        Profile, addresses, orders, gifts, cart, wishlist, reviews, messages, consents, devices and staff’s notes, as a
        JSON file.{" "}
        {kind === "export" &&
          `The email goes to ${email} with the file, or says that there is none. Download it for an answer by post; both close the request.`}
      </p>
      <Problem error={error} />
      {kind === "export" && (
        <Button
          type="button"
          // The next step of a request for a copy.
          className={`mr-2 ${state === "open" ? "button-primary" : "button-quiet"}`}
          disabled={busy}
          onClick={() =>
            void run(async () => {
              await call("sendPersonalData", { params: { id }, body: { version } });
              await revalidate();
            })
          }
        >
          {state === "open" ? "Email the copy" : "Email it again"}
        </Button>
      )}
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            const data = await call("exportPersonalData", { params: { id } });
            saveFile(`${reference}.json`, JSON.stringify(data, null, 2), "application/json");
            await revalidate();
          })
        }
      >
        Download
      </Button>
    </Panel>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className="list-disc pl-5 text-bark">{children}</ul>
    </div>
  );
}

function Erasure({ request, mayDecide }: { request: StaffRequest; mayDecide: boolean }) {
  const {
    _id: id,
    version,
    openOrders,
    deleteReviews,
    state,
    customer,
    customerId,
    identification,
    mobile_no,
  } = request;
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <Panel title="Erasure">
      <div className="grid gap-3">
        <Facts title="Is erased">
          {customerId && <li>Profile, picture, logins, addresses, cart, wishlist, devices and sessions</li>}
          <li>Staff’s notes, photos of returns, and messages that are closed</li>
          <li>
            {deleteReviews ? "Reviews with their photos" : "The name at reviews, which stay as “Former customer”"}
          </li>
          <li>The newsletter’s subscription ends</li>
          {identification && mobile_no && <li>Number and message of gifts that they received</li>}
        </Facts>
        <Facts title="Stays, because the law asks for it">
          <li>Orders, invoices, credit notes and payments, with name, email and address: eight years</li>
          <li>Grievances, in their register, and messages that are still open</li>
          <li>When the customer subscribed and unsubscribed, as proof of consent</li>
        </Facts>
        {openOrders.length > 0 && (
          <p role="alert" className="border-terracotta border-l-2 py-1 pl-3">
            Wait for {openOrders.length === 1 ? "this order" : "these orders"}:{" "}
            {openOrders.map((number, at) => (
              <span key={number}>
                {at > 0 && ", "}
                <Link to={`/orders/${number}`} className="text-link">
                  {number}
                </Link>
              </span>
            ))}
          </p>
        )}
        {state === "erasing" && (
          <p role="status">
            A job erases it.{" "}
            <button type="button" className="text-link" onClick={() => void revalidate()}>
              Look again
            </button>
          </p>
        )}
        {mayDecide && (
          <Button
            type="button"
            className="button-danger justify-self-start"
            disabled={openOrders.length > 0}
            onClick={() => setIsAsking(true)}
          >
            Erase
          </Button>
        )}
        {isAsking && (
          <DialogForm
            title={`Erase ${customer}?`}
            submit="Erase"
            isDanger
            busy={busy}
            error={error}
            onSubmit={() =>
              void run(async () => {
                await call("eraseCustomer", { params: { id }, body: { version } });
                await revalidate();
              })
            }
            onClose={() => {
              clear();
              setIsAsking(false);
            }}
          >
            <p>
              {customerId ? "The account can’t be restored. The customer gets" : "It can’t be restored. They get"} an
              email once it is erased.
            </p>
          </DialogForm>
        )}
      </div>
    </Panel>
  );
}

function Rejection({ request: { _id: id, version } }: { request: StaffRequest }) {
  const [reason, setReason] = useDraft(`rejection of request ${id}`);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <Panel title="Reject">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await call("rejectPrivacyRequest", { params: { id }, body: { version, reason } });
            setReason("");
            await revalidate();
          });
        }}
      >
        <TextArea
          label="Why, in words for them"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={fieldMessage(error, "reason")}
        />
        <Problem error={error} />
        {error?.code === "conflict" && (
          <button type="button" className="button-quiet justify-self-start" onClick={() => void revalidate()}>
            Show the request as it is now
          </button>
        )}
        <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
          Reject and email the reason
        </Button>
      </form>
    </Panel>
  );
}
