import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { Remittance } from "../../contract/admin/cash.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { parcelCount } from "../shared/parcel-count.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { CashFrame } from "./cash-frame.tsx";

export const clientLoader = ({ request, params: { reference = "" } }: LoaderFunctionArgs) =>
  loadOne(request, { what: "remittance", list: "/cash/remittances", link: "All remittances" }, () =>
    call("readRemittance", { query: { reference } }),
  );

type Parcel = Remittance["parcels"][number];
const COLUMNS: [Column<Parcel>, ...Column<Parcel>[]] = [
  {
    name: "Order",
    cell: ({ order }) => <span className="max-md:inline-block md:whitespace-nowrap">{order}</span>,
    phone: "title",
  },
  { name: "AWB", cell: ({ awb }) => awb, phone: "below" },
  {
    name: "Remitted",
    cell: ({ amount }) => formatMoney(amount),
    isNumber: true,
    phone: "right",
    phoneName: { before: "Remitted" },
  },
  {
    name: "Due",
    cell: ({ due }) => formatMoney(due),
    isNumber: true,
    phone: "right-below",
    phoneName: { before: "Due" },
  },
  { name: "Declared", cell: ({ declared }) => declared !== null && formatMoney(declared), isNumber: true },
];

/** Shows a remittance: its parcels with their orders, and the transfer that paid them. */
export default function RemittancePage() {
  const { reference, utr, receivedOn, parcels } = useLoaderData<typeof clientLoader>();
  const sum = parcels.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
  const mayRecord = useMay("record_remittances");
  return (
    <CashFrame current="Remittances">
      <p className="mb-2">
        <Link to="/cash/remittances" className="text-link">
          All remittances
        </Link>
      </p>
      <h2 className="mb-1 wrap-anywhere">{reference}</h2>
      <p className="mb-3 text-bark">
        {`${formatMoney(sum)} for ${parcelCount(parcels.length)}, received on ${formatCalendarDay(receivedOn)}`}
        {utr ? `, UTR ${utr}.` : ". Its UTR is not known yet."}
      </p>
      {!utr && mayRecord && <UtrForm reference={reference} />}
      <ResourceList
        label="Parcels"
        rows={parcels}
        columns={COLUMNS}
        keyOf={({ awb }) => awb}
        to={({ order }) => `/orders/${order}`}
        empty="It has no parcels."
      />
    </CashFrame>
  );
}

function UtrForm({ reference }: { reference: string }) {
  const [utr, setUtr] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <form
      noValidate
      className="panel mb-4 grid max-w-md gap-2 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call("addUtr", { body: { reference, utr } });
          await revalidate();
        });
      }}
    >
      <Field
        label="UTR"
        hint="The bank’s number of the transfer, as its statement has it. It cannot be changed afterwards."
        autoComplete="off"
        value={utr}
        onChange={(event) => setUtr(event.target.value)}
        error={fieldMessage(error, "utr")}
      />
      <Problem error={error} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        Add the UTR
      </Button>
    </form>
  );
}
