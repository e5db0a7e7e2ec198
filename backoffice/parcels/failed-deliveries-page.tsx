import { useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import {
  FAILED_DELIVERY_TABS,
  type FailedDeliveryTab,
  failedDeliveryQuery,
  type ListedFailedDelivery,
} from "../../contract/admin/failed-deliveries.ts";
import { formatShortDateTime, formatWeekday } from "../../contract/dates.ts";
import { MAX_RIDER_NOTE } from "../../contract/deliveries/schemas.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { announce } from "../shared/announcer.tsx";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { CameraScan } from "../shared/camera-scan.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { ActionForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { FAILURE_NAMES } from "./failure-names.ts";
import { ReportedParcels } from "./reported-parcels.tsx";

const query = listQueryOf(failedDeliveryQuery);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const [list, reported] = await Promise.all([
      readList(call("listFailedDeliveries", { query: query.read(new URL(request.url).searchParams) }), {
        deliveries: [],
        hasMore: false,
      }),
      call("listReportedParcels", {}),
    ]);
    return { ...list, reported };
  });

const TAB_NAMES: Readonly<Record<FailedDeliveryTab, string>> = {
  open: "Waiting",
  told: "Courier told",
  coming_back: "Coming back",
  closed: "Over",
};

export default function FailedDeliveriesPage() {
  const { deliveries, hasMore, problem, reported } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders"], () => void revalidate());
  const current = search.get("tab") ?? "open";
  return (
    <>
      <title>Failed deliveries</title>
      <PageHead title="Failed deliveries" />
      <ReportedParcels parcels={reported} />
      <Tabs
        label="What is to be done"
        tabs={FAILED_DELIVERY_TABS.map((tab) => ({
          name: TAB_NAMES[tab],
          to: query.changed(search, { tab: tab === "open" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      {current === "coming_back" && <ReceiveForm />}
      {deliveries.length === 0 && (
        <Empty next={current === "open" ? undefined : { to: "?", name: "Show those that wait" }}>
          {problemIn(problem) ||
            (current === "open"
              ? "No failed delivery waits. When a courier can’t deliver a parcel, its customer gets an email with a link to choose what happens next, and it is listed here until the courier knows."
              : "There are none.")}
        </Empty>
      )}
      <ul className="grid gap-3">
        {deliveries.map((one) => (
          <Failed key={one._id} failed={one} />
        ))}
      </ul>
      <Pager label="More failed deliveries" hasMore={hasMore} last={deliveries.at(-1)?._id} />
    </>
  );
}

/** Opens the order of a parcel that has arrived, where it is received. */
function ReceiveForm() {
  const [awb, setAwb] = useState("");
  const [unknown, setUnknown] = useState("");
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const open = (scanned: string) =>
    run(async () => {
      const { orders } = await call("listAllOrders", { query: { q: scanned } });
      const [order] = orders;
      if (order && orders.length === 1) return navigate(`/orders/${order.number}`);
      setUnknown(`No parcel has the AWB ${scanned}.`);
    });
  return (
    <form
      noValidate
      aria-label="Receive a parcel"
      className="panel mb-3 grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        setUnknown("");
        if (awb.trim() !== "") void open(awb.trim());
      }}
    >
      <Field
        label="AWB of a parcel that has arrived"
        hint="Its order opens, where it is received: refunded and restocked."
        value={awb}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        onChange={(event) => setAwb(event.target.value)}
        error={unknown || undefined}
      />
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex gap-2">
        <Button type="submit" className="button-primary" disabled={busy}>
          Open
        </Button>
        <CameraScan title="Scan the AWB" onCode={(code) => void open(code)} />
      </div>
    </form>
  );
}

function Failed({ failed }: { failed: ListedFailedDelivery }) {
  const mayFulfil = useMay("fulfil_orders");
  const [isAnswering, setAnswering] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const { _id: id, number, customer, mobile, place, courier, awb, attempt, reason, detail, failedAt } = failed;
  const close = (outcome: "told" | "over", said: string) =>
    run(async () => {
      await call("closeFailedDelivery", { params: { id }, body: { outcome } });
      announce(said);
      await revalidate();
    });
  return (
    <li className="panel grid gap-2 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link data-row to={`/orders/${number}`} className="py-1 font-semibold text-leaf">
          {number}
        </Link>
        <span className="wrap-anywhere">{customer}</span>
        {mobile && (
          <a href={`tel:+91${mobile}`} className="text-leaf text-link">
            {mobile}
          </a>
        )}
        <span className="text-bark">{place}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={attempt > 2 ? "danger" : "attention"}>
          {FAILURE_NAMES[reason]}, attempt {attempt}
        </Badge>
        <span className="text-bark">{formatShortDateTime(failedAt)}</span>
        <span className="text-bark wrap-anywhere">
          {courier}, {awb}
        </span>
      </p>
      {detail && <p className="text-bark wrap-anywhere">“{detail}”</p>}
      <Answer failed={failed} />
      {mayFulfil && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {failed.canAnswer && (
            <Button
              type="button"
              className={failed.answer ? "button-quiet" : "button-primary"}
              disabled={busy}
              onClick={() => setAnswering(true)}
            >
              {failed.answer ? "Change the answer" : "Answer for the customer"}
              <span className="sr-only"> of {number}</span>
            </Button>
          )}
          {failed.answer &&
            !failed.isTold &&
            (!failed.isBooked || failed.providerAnswer !== "") &&
            failed.canAnswer && (
              <Button
                type="button"
                className="button-primary"
                disabled={busy}
                onClick={() => void close("told", `${courier} knows about ${number}.`)}
              >
                I’ve told {courier}
                <span className="sr-only"> about {number}</span>
              </Button>
            )}
          {(failed.canAnswer || failed.isTold) && (
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() => void close("over", `${number} is off the list.`)}
            >
              Nothing to do
              <span className="sr-only"> for {number}</span>
            </Button>
          )}
        </div>
      )}
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      {isAnswering && (
        <Dialog title={`What happens next with ${number}`} onClose={() => setAnswering(false)}>
          <AnswerForm failed={failed} onClose={() => setAnswering(false)} />
        </Dialog>
      )}
    </li>
  );
}

function Answer({ failed }: { failed: ListedFailedDelivery }) {
  const { answer, answeredBy, againOn, newMobile, note, providerAnswer, isTold } = failed;
  if (answer === null) return <p className="text-bark">No answer yet.</p>;
  const who = answeredBy === "customer" ? "The customer" : "A colleague";
  return (
    <div className="border-sand border-l-2 pl-3">
      <p>
        {who}:{" "}
        <strong>{answer === "return" ? "send it back" : `again on ${againOn ? formatWeekday(againOn) : ""}`}</strong>
        {newMobile && `, by phone ${newMobile}`}
      </p>
      {note && <p className="text-bark wrap-anywhere">“{note}”</p>}
      {(providerAnswer || isTold) && (
        <p className="text-bark wrap-anywhere">{providerAnswer || "The courier has been told."}</p>
      )}
    </div>
  );
}

function AnswerForm({ failed, onClose }: { failed: ListedFailedDelivery; onClose: () => void }) {
  const { _id: id, days } = failed;
  const [answer, setAnswer] = useState<"again" | "return">(failed.answer ?? "again");
  const [againOn, setAgainOn] = useState(days.find((day) => day === failed.againOn) ?? days[0] ?? "");
  const [mobile, setMobile] = useState(failed.newMobile);
  const [note, setNote] = useState(failed.note);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <ActionForm
      submit="Store the answer"
      back="Back"
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          const more = answer === "again" ? { againOn, mobile } : {};
          await call("answerFailedDelivery", { params: { id }, body: { answer, note, ...more } });
          onClose();
          await revalidate();
        })
      }
      onClose={onClose}
    >
      <SelectField
        label="The courier is to"
        value={answer}
        options={[
          { value: "again", name: "Try again" },
          { value: "return", name: "Send it back to us" },
        ]}
        onChange={(value) => setAnswer(value === "return" ? "return" : "again")}
      />
      {answer === "again" && (
        <>
          <SelectField
            label="On"
            value={againOn}
            options={days.map((value) => ({ value, name: formatWeekday(value) }))}
            onChange={setAgainOn}
            error={fieldMessage(error, "againOn")}
          />
          <Field
            label="Another phone number (optional)"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={mobile}
            onChange={(event) => setMobile(event.target.value)}
            error={fieldMessage(error, "mobile")}
          />
        </>
      )}
      <Field
        label="Note for the rider (optional)"
        value={note}
        autoComplete="off"
        maxLength={MAX_RIDER_NOTE}
        onChange={(event) => setNote(event.target.value)}
        error={fieldMessage(error, "note")}
      />
    </ActionForm>
  );
}
