import { useState } from "react";
import * as z from "zod/mini";
import { type Address, type AddressBody, addressBody, type User } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { AddressFields } from "../shared/address/address-fields.tsx";
import { Field } from "../shared/form/field.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { AddressWindow } from "./address-window.tsx";

interface AddAddressDialogProps {
  user: User;
  onClose: () => void;
  /** Called once the address is stored. @param billing only if it differs */
  onSaved: (address: Address, billing: AddressBody | undefined) => void;
}

const { street, city, state, pincode } = addressBody.shape;
/** A schema for both addresses, whose names differ by a prefix. */
const withBilling = z.object({
  ...addressBody.shape,
  billing_street: street,
  billing_city: city,
  billing_state: state,
  billing_pincode: pincode,
});

type BothAddresses = z.output<typeof withBilling>;

/** Asks for a delivery address, stores and chooses it. */
export function AddAddressDialog({ user, onClose, onSaved }: AddAddressDialogProps) {
  const { stored, store, clear } = useDraft("shipping address", Object.keys(withBilling.shape));
  const [isBillingSame, setIsBillingSame] = useState(stored?.billing !== "other");
  /** Billing fields stay once shown, so that unchecking the box loses no input. */
  const [showsBilling, setShowsBilling] = useState(stored?.billing_pincode !== undefined && stored.billing === "other");
  const form = useForm({
    schema: isBillingSame ? addressBody : withBilling,
    mode: "onSave",
    async onSubmit(values) {
      const { street, city, state, pincode } = values;
      const address = await api.addAddress({ body: { street, city, state, pincode } });
      clear();
      onSaved(address, isBillingSame ? undefined : billingOf(values as BothAddresses));
    },
  });
  const onStoreDraft = () => store(form, { billing: isBillingSame ? "same" : "other" });
  return (
    <AddressWindow
      title="Shipping Address"
      action="Save & Continue"
      form={form}
      onClose={onClose}
      onStoreDraft={onStoreDraft}
    >
      <div className="grid gap-x-5 sm:grid-cols-2">
        <Field form={form} className="min-w-0" name="name" label="Full Name" defaultValue={user.name} readOnly />
        <Field form={form} className="min-w-0" name="email" label="Email" defaultValue={user.email} readOnly />
      </div>
      <AddressFields form={form} address={stored} />
      <label className="mb-6 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isBillingSame}
          onChange={({ target }) => {
            setIsBillingSame(target.checked);
            setShowsBilling(true);
          }}
          className="size-5 shrink-0 accent-leaf"
        />
        Billing address is same as Shipping address
      </label>
      {showsBilling && (
        <fieldset hidden={isBillingSame} className="min-w-0">
          <legend className="mb-4 font-display text-title">Billing address</legend>
          <AddressFields form={form} address={stored && billingOf(stored)} prefix="billing_" purpose="billing" />
        </fieldset>
      )}
    </AddressWindow>
  );
}

const billingOf = ({
  billing_street: street = "",
  billing_city: city = "",
  billing_state: state = "",
  billing_pincode: pincode = "",
}: Partial<BothAddresses>): AddressBody => ({ street, city, state, pincode });
