import { useState } from "react";
import type { AdminShipping } from "../../contract/admin/shipping.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { removed, reordered, replaced } from "../shared/list-edits.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
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
  const form = useVersionedForm({
    draft: "shipping rules",
    stored,
    version: shipping.version,
    labels: PARTS,
    subject: "the shipping",
    savedText: "Saved. The shop uses it already.",
    changedBy: shipping.lastChange?.by,
    shown: (_, json) => namesOf(json),
    save: async ({ version }) =>
      onChanged(await call("changeShipping", { body: { version, methods, zones: fromDraftZones(zones, methods) } })),
  });
  const { error } = form;
  const methods = JSON.parse(form.values.methods) as Method[];
  const zones = JSON.parse(form.values.zones) as DraftZone[];
  const setMethods = (next: readonly Method[]) => form.set("methods", JSON.stringify(next));
  const setZones = (next: readonly DraftZone[]) => form.set("zones", JSON.stringify(next));
  const [open, setOpen] = useState<string | null>(null);
  return (
    <VersionedForm form={form} className="grid gap-4">
      {methods.length + zones.length + shipping.methods.length + shipping.zones.length === 0 && (
        <Starter onStored={onChanged} />
      )}
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
      <SaveButtons form={form} />
    </VersionedForm>
  );
}

/** Stores zones for India in a shop that has none. */
function Starter({ onStored }: { onStored: (shipping: AdminShipping) => void }) {
  const { run, busy, error } = useAction();
  return (
    <section aria-labelledby="starter" className="panel grid gap-3 p-4">
      <h2 id="starter">Begin with zones for India</h2>
      <p className="max-w-prose">
        The state in your settings, the large metros, the North East with Jammu and Kashmir and Ladakh, the islands, and
        everywhere else: free shipping by Standard, the working days that couriers need by road, and the fixed holidays
        of a year. Then set your prices, and the days that your courier promises.
      </p>
      <Problem error={error} />
      <Button
        type="button"
        className="button-primary justify-self-start"
        disabled={busy}
        onClick={() => void run(async () => onStored(await call("storeShippingStarter", {})))}
      >
        Store these zones
      </Button>
    </section>
  );
}
