import { useRevalidator } from "react-router";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const LABELS = { street: "Address", city: "City", state: "State", pincode: "Pincode", mobile: "Phone" } as const;
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

/** The key of the unsaved input. */
export const addressDraft = (number: string) => `address ${number}`;

interface AddressFormProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
  onClose: () => void;
}

/** Changes where an order is sent. Only changed fields are sent; unsaved input survives a reload and a colleague's change. */
export function AddressForm({ order, onChanged, onClose }: AddressFormProps) {
  const { street, city, pincode, state } = order.shippingAddress;
  const stored = { street, city, state, pincode, mobile: order.gift?.receiver?.mobile_no ?? order.mobile };
  const draft = useFormDraft<typeof stored>(addressDraft(order.number), stored, order.version);
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();

  async function save(): Promise<void> {
    const body = { version: draft.version, ...pick(draft.values, draft.changed) };
    const isDone = await run(async () =>
      onChanged(await call("changeAddress", { params: { number: order.number }, body })),
    );
    if (!isDone) return revalidate();
    draft.discard();
    onClose();
  }

  if (draft.changed.length > 0 && draft.version < order.version)
    return (
      <ConflictBar
        message={`${order.history[0]?.by ?? "Somebody"} has changed this order since you began: ${order.history[0]?.title ?? ""}. Nothing that you have typed is lost.`}
        fields={NAMES.filter((name) => draft.conflicts.includes(name)).map((name) => ({
          name,
          label: LABELS[name],
          theirs: stored[name],
          mine: draft.values[name],
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
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {NAMES.map((name) => (
        <Field
          key={name}
          label={LABELS[name]}
          value={draft.values[name]}
          onChange={(event) => draft.set(name, event.target.value)}
          autoComplete="off"
          inputMode={name === "pincode" ? "numeric" : name === "mobile" ? "tel" : undefined}
          error={fieldMessage(error, name)}
          hint={
            name === "state" && order.invoiceNumber !== null
              ? "The taxes of the invoice depend on it, so it stays."
              : undefined
          }
        />
      ))}
      <Problem error={error} />
      <div className="flex gap-2">
        <button type="submit" className="button-primary" disabled={busy || draft.changed.length === 0}>
          Save
        </button>
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            draft.discard();
            onClose();
          }}
        >
          {draft.changed.length > 0 ? "Discard" : "Close"}
        </button>
      </div>
    </form>
  );
}

const pick = (values: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
