import { useRef, useState } from "react";
import { useLoaderData } from "react-router";
import type { CourierAccount } from "../../contract/admin/couriers.ts";
import type { ParcelToPack } from "../../contract/admin/packing.ts";
import { call } from "../api/client.ts";
import { courierLabelPath } from "../orders/booking-panel.tsx";
import { CameraScan } from "../shared/camera-scan.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { PackedList, type PackedParcel, useLabels } from "./packed-list.tsx";
import { ParcelForm } from "./parcel-form.tsx";
import { play } from "./sounds.ts";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () =>
    (await call("listCourierAccounts", {})).filter(({ isEnabled, isConnected }) => isEnabled && isConnected),
  );

/** Packs one parcel after the other, by scanner and keyboard or with a thumb: scan the slip, scan what goes in, press Enter. */
export default function PackingPage() {
  const accounts: readonly CourierAccount[] = useLoaderData<typeof clientLoader>();
  const [parcel, setParcel] = useState<ParcelToPack | null>(null);
  const [packed, setPacked] = useState<readonly PackedParcel[]>([]);
  useLabels(packed, setPacked);
  const booked = packed.filter(({ isLabelReady }) => isLabelReady).map(({ number }) => number);
  return (
    <>
      <title>Packing</title>
      <PageHead title="Packing" about="Scan a packing slip, scan what goes into the parcel, press Enter.">
        {booked.length > 1 && (
          <a href={courierLabelPath(booked)} target="_blank" rel="noreferrer" className="button-quiet">
            Print {booked.length} labels
          </a>
        )}
      </PageHead>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {parcel ? (
          <ParcelForm
            key={parcel.number}
            parcel={parcel}
            accounts={accounts}
            onPacked={(done) => {
              setPacked((before) => [done, ...before.filter(({ number }) => number !== done.number)]);
              setParcel(null);
              play("complete");
            }}
            onLeft={() => setParcel(null)}
          />
        ) : (
          <SlipForm onOpened={setParcel} />
        )}
        <PackedList packed={packed} />
      </div>
    </>
  );
}

function SlipForm({ onOpened }: { onOpened: (parcel: ParcelToPack) => void }) {
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState("");
  const { run, busy, error } = useAction();
  const form = useRef<HTMLFormElement>(null);

  async function open(scanned: string): Promise<void> {
    setRefused("");
    const isFound = await run(async () => {
      const parcel = await call("readPacking", { query: { code: scanned } });
      setCode("");
      if (parcel.step !== "none") return onOpened(parcel);
      play("wrong");
      setRefused(parcel.problem);
    });
    if (isFound) return;
    play("wrong");
    form.current?.querySelector("input")?.select();
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Open a parcel"
      className="panel grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== "") void open(code);
      }}
    >
      <Field
        label="Packing slip: order number or AWB"
        focused
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        onChange={(event) => setCode(event.target.value)}
        error={fieldMessage(error, "code") ?? (refused || undefined)}
      />
      <Problem error={error} />
      <div className="flex gap-2">
        <button type="submit" className="button-primary" aria-disabled={busy}>
          Open
        </button>
        <CameraScan title="Scan a packing slip" onCode={(scanned) => void open(scanned)} />
      </div>
    </form>
  );
}
