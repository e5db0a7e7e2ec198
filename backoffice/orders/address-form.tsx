import type { AdminOrder } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";

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
  const [latest] = order.history;
  const form = useVersionedForm({
    draft: addressDraft(order.number),
    stored,
    version: order.version,
    labels: LABELS,
    subject: "this order",
    savedText: "Saved.",
    changedBy: latest?.by,
    change: latest?.title,
    async save({ values, changed, version }) {
      const body = {
        version,
        ...Object.fromEntries(NAMES.filter((name) => changed.includes(name)).map((name) => [name, values[name]])),
      };
      onChanged(await call("changeAddress", { params: { number: order.number }, body }));
      announce("The address has been changed.");
      onClose();
    },
  });
  return (
    <VersionedForm form={form} className="grid gap-3">
      {NAMES.map((name) => (
        <Field
          key={name}
          {...form.field(name)}
          inputMode={name === "pincode" ? "numeric" : name === "mobile" ? "tel" : undefined}
          hint={
            name === "state" && order.invoiceNumber !== null
              ? "The taxes of the invoice depend on it, so it stays."
              : undefined
          }
        />
      ))}
      <Problem error={form.error} />
      <SaveButtons form={form} discard="Discard">
        {form.changed.length === 0 && (
          <button type="button" className="button-quiet" onClick={onClose}>
            Close
          </button>
        )}
      </SaveButtons>
    </VersionedForm>
  );
}
