import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminShipping } from "../../contract/admin/shipping.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { removed, reordered, replaced } from "../shared/list-edits.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { type DraftZone, freeCode, fromDraftZones, type Method, toDraftZones } from "./shipping-draft.ts";
import { ZoneFields } from "./zone-fields.tsx";

interface ShippingFormProps {
  shipping: AdminShipping;
  onChanged: (shipping: AdminShipping) => void;
}

const namesOf = (json: string) => (JSON.parse(json) as { name: string }[]).map(({ name }) => name).join(", ");
const PARTS = { methods: "Methods", zones: "Zones" } as const;

/** Edits methods and zones with their rates. Unsaved input survives a reload and a colleague's change. */
export function RulesForm({ shipping, onChanged }: ShippingFormProps) {
  const stored = { methods: JSON.stringify(shipping.methods), zones: JSON.stringify(toDraftZones(shipping.zones)) };
  const draft = useFormDraft("shipping rules", stored, shipping.version);
  const methods = JSON.parse(draft.values.methods) as Method[];
  const zones = JSON.parse(draft.values.zones) as DraftZone[];
  const setMethods = (next: readonly Method[]) => draft.set("methods", JSON.stringify(next));
  const setZones = (next: readonly DraftZone[]) => draft.set("zones", JSON.stringify(next));
  const [open, setOpen] = useState<string | null>(null);
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();

  async function save(): Promise<void> {
    const body = { version: draft.version, methods, zones: fromDraftZones(zones, methods) };
    const isSaved = await run(async () => onChanged(await call("changeShipping", { body })));
    if (isSaved) draft.discard();
    else await revalidate();
  }
  if (draft.changed.length > 0 && draft.version < shipping.version)
    return (
      <ConflictBar
        message={`${shipping.lastChange?.by ?? "Somebody"} has changed the shipping since you began. Nothing that you have typed is lost.`}
        fields={draft.conflicts.map((name) => ({
          name,
          label: PARTS[name as keyof typeof PARTS],
          theirs: namesOf(stored[name as keyof typeof PARTS]),
          mine: namesOf(draft.values[name as keyof typeof PARTS]),
        }))}
        onResolve={(theirs) => {
          clear();
          draft.rebase(theirs);
        }}
      />
    );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section aria-labelledby="methods" className="panel grid gap-3 p-4">
        <h2 id="methods">Methods</h2>
        <p className="text-bark">
          In the order of the checkout. Orders before the cut-off of a working day leave on it. Without a method, every
          order ships free by Standard, and no date is promised.
        </p>
        <ul className="grid gap-3">
          {methods.map((method, at) => {
            const set = (change: Partial<Method>) => setMethods(replaced(methods, at, { ...method, ...change }));
            const path = `methods.${at}`;
            return (
              <li key={method.code} className="flex flex-wrap items-end gap-2">
                <div className="grow">
                  <Field
                    label="Name of the method"
                    value={method.name}
                    autoComplete="off"
                    error={fieldMessage(error, `${path}.name`) ?? fieldMessage(error, `${path}.code`)}
                    onChange={(event) => set({ name: event.target.value })}
                  />
                </div>
                <Field
                  label="Cut-off"
                  type="time"
                  value={method.cutOff}
                  error={fieldMessage(error, `${path}.cutOff`)}
                  onChange={(event) => set({ cutOff: event.target.value })}
                />
                <EntryButtons
                  of={method.name}
                  isFirst={at === 0}
                  isLast={at === methods.length - 1}
                  onMove={(by) => setMethods(reordered(methods, at, at + by))}
                  onRemove={() => setMethods(removed(methods, at))}
                />
              </li>
            );
          })}
        </ul>
        <button
          type="button"
          className="button-quiet justify-self-start"
          onClick={() => {
            const name = methods.length === 0 ? "Standard" : "Express";
            const codes = methods.map(({ code }) => code);
            setMethods([
              ...methods,
              { code: freeCode(name, codes), name: codes.length < 2 ? name : "", cutOff: "14:00" },
            ]);
          }}
        >
          Add a method
        </button>
      </section>
      <section aria-labelledby="zones" className="panel grid gap-3 p-4">
        <h2 id="zones">Zones</h2>
        <p className="text-bark">
          A pincode belongs to the zone with its longest beginning, else to the zone of its state, else to the one
          without pincodes and states.
        </p>
        {zones.map((zone, at) => (
          <ZoneFields
            key={zone.code}
            zone={zone}
            at={at}
            methods={methods}
            states={shipping.states}
            error={error}
            isOpen={open === zone.code || zone.name === ""}
            onOpen={(isOpen) => setOpen(isOpen ? zone.code : null)}
            onChange={(changed) => setZones(replaced(zones, at, changed))}
            onRemove={() => setZones(removed(zones, at))}
          />
        ))}
        <button
          type="button"
          className="button-quiet justify-self-start"
          onClick={() => {
            const code = freeCode(
              "zone",
              zones.map((zone) => zone.code),
            );
            setOpen(code);
            setZones([...zones, { code, name: "", pincodes: "", states: [], rates: {} }]);
          }}
        >
          Add a zone
        </button>
      </section>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={busy || draft.changed.length === 0}>
          Save
        </button>
        {draft.changed.length > 0 && (
          <button type="button" className="button-quiet" onClick={draft.discard}>
            Discard changes
          </button>
        )}
      </div>
    </form>
  );
}
