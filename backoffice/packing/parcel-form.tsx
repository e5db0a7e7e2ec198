import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { type CourierAccount, volumetricGrams } from "../../contract/admin/couriers.ts";
import type { ParcelToPack } from "../../contract/admin/packing.ts";
import { NOUN_LABELS } from "../../contract/orders/change-nouns.ts";
import { call } from "../api/client.ts";
import { upload } from "../api/upload.ts";
import { Button } from "../shared/button.tsx";
import { CameraScan } from "../shared/camera-scan.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import type { PackedParcel } from "./packed-list.tsx";
import { isComplete, packScanned } from "./packed-units.ts";
import { play } from "./sounds.ts";

interface ParcelFormProps {
  parcel: ParcelToPack;
  accounts: readonly CourierAccount[];
  onPacked: (parcel: PackedParcel) => void;
  onLeft: () => void;
}

/** What follows the packing: nothing yet, a parcel with an AWB of another courier, or a booking with the account of this id. */
const [ONLY_PACK, BY_HAND] = ["pack", "hand"];

/** What a packer chose last, on this device. */
function remembered(name: string): string {
  try {
    return localStorage.getItem(`packing ${name}`) ?? "";
  } catch {
    return "";
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`packing ${name}`, value);
  } catch {
    // Without storage it is chosen again after the next load.
  }
}

const SIDES = [
  ["lengthMm", "Length"],
  ["widthMm", "Width"],
  ["heightMm", "Height"],
] as const;

/** Packs one parcel: what goes in is scanned or ticked, then it is weighed, and packed by Enter. */
export function ParcelForm({ parcel, accounts, onPacked, onLeft }: ParcelFormProps) {
  const { number, items, last, gift, noun } = parcel;
  const [units, setUnits] = useState<readonly number[]>(items.map(() => 0));
  const [said, setSaid] = useState({ text: "", isWrong: false });
  const [grams, setGrams] = useState(written(last?.grams, 1));
  const [sides, setSides] = useState(() => SIDES.map(([name]) => written(last?.[name], 10)));
  const [then, setThen] = useState(() => choiceOf(accounts));
  const [courier, setCourier] = useState(remembered("courier"));
  const [awb, setAwb] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const { run, busy, error } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const complete = isComplete(items, units);
  useLayoutEffect(() => {
    if (complete) firstOpen(form.current)?.focus();
  }, [complete]);

  function scan(code: string): void {
    const scanned = packScanned(items, units, code);
    if (scanned.is !== "packed") {
      play("wrong");
      setSaid({
        text:
          scanned.is === "wrong" ? `${code} does not belong into this parcel.` : `${scanned.item.title} is complete.`,
        isWrong: true,
      });
      return;
    }
    put(scanned.units, `${scanned.item.title} is in.`);
  }
  function put(next: readonly number[], text: string): void {
    setUnits(next);
    play(isComplete(items, next) ? "complete" : "right");
    setSaid({ text: isComplete(items, next) ? `${text} The parcel is complete.` : text, isWrong: false });
  }
  const measures = {
    ...(grams !== "" && { grams: Number(grams) }),
    ...Object.fromEntries(SIDES.flatMap(([name], at) => (sides[at] ? [[name, toMm(sides[at])]] : []))),
  };
  const account = accounts.find(({ _id }) => _id === then);

  const pack = () =>
    run(async () => {
      const { version } = await call("packParcel", {
        params: { number },
        body: { version: parcel.version, ...measures },
      });
      // A photo that is not stored keeps nobody from packing.
      if (photo) await upload("addPackingPhoto", photo, () => {}, { id: number }).catch(() => {});
      remember("then", then);
      onPacked(await ship(version));
    });
  async function ship(version: number): Promise<PackedParcel> {
    const done = { number, detail: "", isLabelReady: false };
    if (account) {
      const { grams, lengthMm, widthMm, heightMm } = whole(measures);
      const body = { account: account._id, grams, lengthMm, widthMm, heightMm };
      await call("bookParcel", { params: { number }, body });
      return { ...done, step: "booking", detail: account.label };
    }
    if (then !== BY_HAND) return { ...done, step: "packed" };
    const endpoint = parcel.step === "ship-replacement" ? "shipReplacement" : "shipOrder";
    await call(endpoint, { params: { number }, body: { version, courier, awb } });
    remember("courier", courier);
    return { ...done, step: "shipped", detail: `${courier}, ${awb}` };
  }
  const volumetric = SIDES.every((_, at) => sides[at]) ? volumetricGrams(whole(measures)) : 0;

  return (
    <section aria-labelledby="parcel" className="panel grid gap-4 p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="parcel">{number}</h2>
        <span className="wrap-anywhere">{parcel.receiver}</span>
        <span className="text-bark">{parcel.shippingMethod}</span>
        {noun && <strong>{NOUN_LABELS[noun]}</strong>}
        {parcel.isTest && <strong>Test order: do not send</strong>}
      </div>
      {gift && (
        <p className="border-brass border-l-2 pl-3">
          <strong>{gift.isWrapped ? "Gift, wrapped" : "Gift"}</strong>
          {gift.message && <span className="block whitespace-pre-line wrap-anywhere">{gift.message}</span>}
        </p>
      )}
      {!complete && <ItemScan onCode={scan} />}
      <p
        role={said.isWrong ? "alert" : "status"}
        className={said.isWrong ? "border-terracotta border-l-2 pl-3 font-semibold text-terracotta" : "text-leaf"}
      >
        {said.text}
      </p>
      <ul className="divide-y divide-sand border-sand border-y">
        {items.map(({ title, sku, quantity, lots }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
          <li key={at}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-2">
              <input
                type="checkbox"
                className="size-6 shrink-0 accent-leaf"
                checked={units[at] === quantity}
                onChange={({ target }) =>
                  target.checked
                    ? put(replaced(units, at, quantity), `${quantity} × ${title}: in.`)
                    : setUnits(replaced(units, at, 0))
                }
              />
              <span className="min-w-0 grow wrap-anywhere">
                <span className={units[at] === quantity ? "text-bark" : "font-semibold"}>{title}</span>
                <span className="block text-bark text-small">{[sku, ...lots].join(", ")}</span>
              </span>
              <span className="shrink-0 tabular-nums">
                {units[at]} of <strong>{quantity}</strong>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <form
        ref={form}
        noValidate
        aria-label="Pack the parcel"
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!complete) {
            play("wrong");
            setSaid({ text: "Something is missing. Scan or tick every item first.", isWrong: true });
          } else void pack();
        }}
      >
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Field
            label="Weight (g)"
            inputMode="numeric"
            autoComplete="off"
            value={grams}
            onChange={(event) => setGrams(event.target.value.replace(/\D/g, "").slice(0, 6))}
            error={fieldMessage(error, "grams")}
          />
          {SIDES.map(([name, label], at) => (
            <Field
              key={name}
              label={`${label} (cm)`}
              inputMode="decimal"
              autoComplete="off"
              value={sides[at] ?? ""}
              onChange={(event) =>
                setSides(
                  replaced(
                    sides,
                    at,
                    event.target.value
                      .replace(",", ".")
                      .replace(/[^\d.]/g, "")
                      .slice(0, 6),
                  ),
                )
              }
              error={fieldMessage(error, name)}
            />
          ))}
        </div>
        {volumetric > Number(grams || 0) && grams !== "" && (
          <p className="text-bark">
            The box is large for its weight: couriers charge {volumetric} g. A smaller box costs less.
          </p>
        )}
        <SelectField
          label="Then"
          value={then}
          options={[
            ...accounts.map(({ _id, label }) => ({ value: _id, name: `Book with ${label}` })),
            { value: BY_HAND, name: "Ship it with an AWB" },
            { value: ONLY_PACK, name: "Only mark as packed" },
          ]}
          onChange={setThen}
          error={fieldMessage(error, "account")}
        />
        {then === BY_HAND && (
          <div className="grid gap-3 md:grid-cols-2">
            <Field
              label="Courier"
              value={courier}
              maxLength={60}
              onChange={(event) => setCourier(event.target.value)}
              error={fieldMessage(error, "courier")}
            />
            <Field
              label="AWB"
              value={awb}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              onChange={(event) => setAwb(event.target.value)}
              error={fieldMessage(error, "awb")}
            />
          </div>
        )}
        <FileField
          label="Photo (optional)"
          accept="image/*"
          capture="environment"
          hint="On the scale, with the tape: proof if a courier charges more."
          onChange={setPhoto}
        />
        <Problem error={error} otherwise={otherwiseOf(error)} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" className="button-primary" disabled={busy} aria-disabled={!complete}>
            {account ? "Pack and book" : then === BY_HAND ? "Pack and ship" : "Pack"}
          </Button>
          <button type="button" className="button-quiet" onClick={onLeft}>
            Put aside
          </button>
        </div>
      </form>
    </section>
  );
}

function ItemScan({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState("");
  return (
    <form
      noValidate
      aria-label="Scan an item"
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === "") return;
        onCode(code.trim());
        setCode("");
      }}
    >
      <div className="min-w-0 grow">
        <Field
          label="Item: SKU or barcode"
          focused
          value={code}
          autoComplete="off"
          maxLength={60}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      <CameraScan title="Scan an item" onCode={onCode} />
    </form>
  );
}

/** The first field that is empty, or else the button, so that Enter packs. */
function firstOpen(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>("input:not([type=file])") ?? [])];
  return fields.find(({ value }) => value === "") ?? form?.querySelector<HTMLElement>("button[type=submit]");
}

function choiceOf(accounts: readonly CourierAccount[]): string {
  const before = remembered("then");
  if (before === ONLY_PACK || before === BY_HAND || accounts.some(({ _id }) => _id === before)) return before;
  return accounts[0]?._id ?? ONLY_PACK ?? "";
}

/** A number as it is typed; empty if it is not known. */
const written = (value: number | null | undefined, per: number) =>
  value === null || value === undefined ? "" : String(value / per);

const toMm = (centimetres: string) => Math.round(Number(centimetres) * 10);

const replaced = <Value,>(values: readonly Value[], at: number, value: Value): Value[] =>
  values.map((one, index) => (index === at ? value : one));

type Measures = Record<"grams" | "lengthMm" | "widthMm" | "heightMm", number>;
/** With 0 for what is missing, which the shop names. */
const whole = (measures: Partial<Measures>): Measures => ({
  grams: 0,
  lengthMm: 0,
  widthMm: 0,
  heightMm: 0,
  ...measures,
});

const FIELDS = ["grams", "lengthMm", "widthMm", "heightMm", "account", "courier", "awb"];
/** The message of an error for a field that is not here. */
const otherwiseOf = (error: ReturnType<typeof useAction>["error"]) =>
  error?.errors.find(({ field }) => !FIELDS.includes(field))?.message;
