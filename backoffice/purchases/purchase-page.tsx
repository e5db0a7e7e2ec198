import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { Purchase, PurchaseLine } from "../../contract/admin/purchases.ts";
import { formatCalendarDay, formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Figures } from "../shared/figures.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { PlainTable } from "../shared/plain-table.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { useVersionedForm } from "../shared/versioned-form.tsx";
import { draftOf, fieldsOf, linesText, PURCHASE_LABELS, type PurchaseDraft } from "./purchase-draft.ts";
import { PurchaseForm } from "./purchase-form.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "purchase", list: "/purchases", link: "Purchases" }, () =>
    call("readPurchase", { params: { id: params.id ?? "" } }),
  );

/** Shows a purchase, which can be corrected and taken back. */
export default function PurchasePage() {
  const purchase = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<"correct" | "take back" | null>(null);
  const mayBook = useMay("book_purchases") && purchase.takenBackAt === null;
  const title = `Purchase ${purchase.documentNumber}`;
  return (
    <>
      <title>{title}</title>
      <BackLink to="/purchases">Purchases</BackLink>
      <PageHead
        title={
          <>
            {title}
            {purchase.takenBackAt && <Badge className="ml-2">Taken back</Badge>}
          </>
        }
      >
        {mayBook && open !== "correct" && (
          <div className="flex flex-wrap gap-2">
            <button type="button" className="button-quiet" onClick={() => setOpen("correct")}>
              Correct
            </button>
            <button type="button" className="button-quiet" onClick={() => setOpen("take back")}>
              Take back
            </button>
          </div>
        )}
      </PageHead>
      {open === "correct" ? (
        <Correction purchase={purchase} onClose={() => setOpen(null)} onStored={revalidate} />
      ) : (
        <Details purchase={purchase} />
      )}
      {open === "take back" && <TakeBack purchase={purchase} onClose={() => setOpen(null)} onDone={revalidate} />}
    </>
  );
}

function Correction({
  purchase,
  onClose,
  onStored,
}: {
  purchase: Purchase;
  onClose: () => void;
  onStored: () => Promise<void>;
}) {
  const form = useVersionedForm<PurchaseDraft>({
    draft: `purchase ${purchase._id}`,
    stored: draftOf(purchase),
    version: purchase.version,
    labels: PURCHASE_LABELS,
    subject: "this purchase",
    changedBy: null,
    shown: (name, value) => (name === "lines" ? linesText(value) : value),
    async save({ values, version }) {
      await call("correctPurchase", { params: { id: purchase._id }, body: { ...fieldsOf(values), version } });
      announce("The purchase is stored.");
      onClose();
      await onStored();
    },
  });
  return (
    form.conflict || <PurchaseForm form={form} submit="Store the correction" onSubmit={form.submit} onClose={onClose} />
  );
}

function Details({ purchase }: { purchase: Purchase }) {
  const { supplier, documentDate, bookedAt, author, takenBackAt, lines, isInStock, note } = purchase;
  const { freight, duty, other, chargesGst, gst, total, units } = purchase;
  const charges = [
    ["Freight", freight],
    ["Duty", duty],
    ["Other charges", other],
    ["GST on these", chargesGst],
  ] as const;
  return (
    <>
      <p className="mb-1">
        <strong>{supplier}</strong>, {formatCalendarDay(documentDate)}
      </p>
      <p className="mb-3 text-bark">
        {`Booked ${formatDateTime(bookedAt)}${author && ` by ${author}`}${takenBackAt ? `, taken back ${formatDateTime(takenBackAt)}` : ""}. `}
        {isInStock && "Its units were in stock before: only their cost is booked."}
      </p>
      {note && <p className="mb-3 whitespace-pre-line wrap-anywhere">{note}</p>}
      <div className="panel mb-4 p-4">
        <Figures
          figures={[
            { name: "Without GST", value: formatMoney(total) },
            { name: "GST", value: formatMoney(gst) },
            { name: "Units", value: units.toLocaleString("en-IN") },
            { name: "Left of them", value: lines.reduce((sum, { left }) => sum + left, 0).toLocaleString("en-IN") },
          ]}
        />
      </div>
      <section className="panel p-4" aria-labelledby="lines">
        <h2 id="lines" className="mb-2">
          Lines
        </h2>
        <PlainTable label="Lines" rows={lines.map((line, at) => ({ ...line, key: String(at) }))} columns={COLUMNS} />
        <p className="mt-3 text-bark">
          {charges.flatMap(([name, amount]) => (amount > 0 ? [`${name} ${formatMoney(amount)}`] : [])).join(", ")}
        </p>
      </section>
    </>
  );
}

const COLUMNS: [
  { name: string; cell: (line: PurchaseLine) => React.ReactNode },
  ...{ name: string; cell: (line: PurchaseLine) => React.ReactNode; isNumber?: boolean }[],
] = [
  {
    name: "Size",
    cell: ({ sku, title, size }) => (
      <span className="wrap-anywhere">
        <strong>{sku}</strong> <span className="text-bark">{[title, size].filter(Boolean).join(", ")}</span>
      </span>
    ),
  },
  { name: "Lot", cell: ({ lot }) => lot },
  { name: "Units", cell: ({ units }) => units, isNumber: true },
  { name: "Left", cell: ({ left }) => left, isNumber: true },
  { name: "Cost per unit", cell: ({ unitCost }) => formatMoney(unitCost), isNumber: true },
  { name: "Share of charges", cell: ({ charge }) => (charge > 0 ? formatMoney(charge) : null), isNumber: true },
  { name: "Cost in all", cell: ({ cost }) => formatMoney(cost), isNumber: true },
  { name: "GST", cell: ({ gst }) => (gst > 0 ? formatMoney(gst) : null), isNumber: true },
];

function TakeBack({
  purchase,
  onClose,
  onDone,
}: {
  purchase: Purchase;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { run, busy, error } = useAction();
  const { _id, version, isInStock, units } = purchase;
  return (
    <DialogForm
      title="Take this purchase back?"
      submit="Take it back"
      isDanger
      back="Keep it"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          await call("takeBackPurchase", { params: { id: _id }, body: { version } });
          onClose();
          await onDone();
        })
      }
    >
      <p>
        {isInStock
          ? "What its units cost is forgotten; the stock stays as it is."
          : `${units === 1 ? "Its unit is" : `Its ${units.toLocaleString("en-IN")} units are`} taken off the stock. That works while all of them are there.`}
      </p>
    </DialogForm>
  );
}
