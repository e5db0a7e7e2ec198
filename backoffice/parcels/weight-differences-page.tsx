import { useState } from "react";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { volumetricGrams } from "../../contract/admin/couriers.ts";
import {
  WEIGHT_ANSWERS,
  WEIGHT_DIFFERENCE_TABS,
  type WeightDifference,
  type WeightDifferenceTab,
  weightDifferenceQuery,
} from "../../contract/admin/weight-differences.ts";
import type { WeightDifferenceState } from "../../contract/couriers.ts";
import { DAY_MS, endOfDayInIndia, formatCalendarDay } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { Badge, StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { ActionForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { Field } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const query = listQueryOf(weightDifferenceQuery);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("listWeightDifferences", { query: query.read(new URL(request.url).searchParams) }), {
      differences: [],
      hasMore: false,
    }),
  );

const TAB_NAMES: Readonly<Record<WeightDifferenceTab, string>> = {
  open: "To answer",
  disputed: "Disputed",
  decided: "Decided",
};
const STATES: States<WeightDifferenceState> = {
  new: { name: "New", tone: "attention" },
  disputed: { name: "Disputed", tone: "progress" },
  accepted: { name: "Accepted", tone: "neutral" },
  won: { name: "Won", tone: "done" },
  lost: { name: "Lost", tone: "danger" },
};
const VERBS: Readonly<Record<Exclude<WeightDifferenceState, "new">, string>> = {
  disputed: "Disputed",
  accepted: "Accept",
  won: "Won",
  lost: "Lost",
};

export default function WeightDifferencesPage() {
  const { differences, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const current = search.get("tab") ?? "open";
  return (
    <>
      <title>Weight differences</title>
      <PageHead
        title="Weight differences"
        about="Couriers charge the larger of weight and volume. What isn’t disputed in the courier’s panel within 7 days counts as accepted."
      />
      <Tabs
        label="States"
        tabs={WEIGHT_DIFFERENCE_TABS.map((tab) => ({
          name: TAB_NAMES[tab],
          to: query.changed(search, { tab: tab === "open" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      {differences.length === 0 && (
        <Empty next={current === "open" ? undefined : { to: "?", name: "Show those to answer" }}>
          {problemIn(problem) ||
            (current === "open" ? "No courier charges more than was declared." : "There are none of this state.")}
        </Empty>
      )}
      <ul className="grid gap-3">
        {differences.map((one) => (
          <Difference key={one._id} difference={one} />
        ))}
      </ul>
      <Pager label="More differences" hasMore={hasMore} last={differences.at(-1)?._id} />
    </>
  );
}

function Difference({ difference }: { difference: WeightDifference }) {
  const { number, awb, courier, account, state, declaredGrams, chargedGrams, extra, answerBy, note } = difference;
  const { lengthMm, widthMm, heightMm } = difference;
  const photo = `/admin/api/orders/${number}/packing-photo?awb=${encodeURIComponent(awb)}`;
  const [answer, setAnswer] = useState<Exclude<WeightDifferenceState, "new"> | null>(null);
  return (
    <li className="panel grid gap-2 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link data-row to={`/orders/${number}`} className="py-1 font-semibold text-leaf">
          {number}
        </Link>
        <span className="text-bark wrap-anywhere">
          {courier}, {awb}, by {account}
        </span>
        <StateBadge of={STATES[state]} />
        {state === "new" && <DaysLeft answerBy={answerBy} />}
      </p>
      <p>
        Declared <strong>{declaredGrams} g</strong>,{" "}
        {[lengthMm, widthMm, heightMm].map((side) => side / 10).join(" × ")} cm ({volumetricGrams(difference)} g by
        volume); charged <strong>{chargedGrams} g</strong>
        {extra > 0 && `, ${formatMoney(extra)} more`}.
      </p>
      {note && <p className="text-bark wrap-anywhere">“{note}”</p>}
      {difference.hasPhoto && (
        <img
          src={photo}
          alt={`The parcel of ${number} as it was packed`}
          loading="lazy"
          className="max-h-64 max-w-full"
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {difference.hasPhoto && (
          <a href={photo} className="button-quiet" download>
            Download the photo<span className="sr-only"> of {number}</span>
          </a>
        )}
        {WEIGHT_ANSWERS[state].map((one, at) => (
          <Button
            key={one}
            type="button"
            className={at === 0 ? "button-primary" : "button-quiet"}
            onClick={() => setAnswer(one)}
          >
            {VERBS[one]}…<span className="sr-only"> {number}</span>
          </Button>
        ))}
      </div>
      {answer && (
        <Dialog title={`${VERBS[answer]}: ${number}`} onClose={() => setAnswer(null)}>
          <AnswerForm difference={difference} answer={answer} onClose={() => setAnswer(null)} />
        </Dialog>
      )}
    </li>
  );
}

function DaysLeft({ answerBy }: { answerBy: string }) {
  const days = Math.ceil((endOfDayInIndia(answerBy).getTime() - shopNow().getTime()) / DAY_MS) - 1;
  if (days < 0) return <Badge tone="danger">Too late since {formatCalendarDay(answerBy)}</Badge>;
  return <Badge tone={days < 2 ? "danger" : "attention"}>{days === 0 ? "Last day" : `${days} days left`}</Badge>;
}

function AnswerForm({
  difference: { _id: id, note: before },
  answer,
  onClose,
}: {
  difference: WeightDifference;
  answer: Exclude<WeightDifferenceState, "new">;
  onClose: () => void;
}) {
  const [note, setNote] = useState(before);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <ActionForm
      submit="Record it"
      back="Back"
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          await call("answerWeightDifference", { params: { id }, body: { state: answer, note } });
          onClose();
          await revalidate();
        })
      }
      onClose={onClose}
    >
      {answer === "disputed" && <p>Dispute it in the courier’s panel, with the photo, then record that here.</p>}
      <Field
        label="Note (optional)"
        value={note}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
        error={fieldMessage(error, "note")}
      />
    </ActionForm>
  );
}
