import { useState } from "react";
import * as z from "zod/mini";
import {
  type Address,
  type AddressBody,
  addressBody,
  savedAddressBody,
  type User,
} from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { AddressFields } from "../shared/address/address-fields.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { AddressWindow } from "./address-window.tsx";

interface AddAddressDialogProps {
  user: User;
  /** What follows once the address is stored; null if nothing does. */
  next: "payment" | "order" | null;
  onClose: () => void;
  /** Called once the address is stored. @param billing only if it differs */
  onSaved: (address: Address, billing: AddressBody | undefined) => void;
}

const { street, city, state, pincode } = addressBody.shape;
/** A schema for both addresses, whose names differ by a prefix. */
const withBilling = z.object({
  ...savedAddressBody.shape,
  billing_street: street,
  billing_city: city,
  billing_state: state,
  billing_pincode: pincode,
});

type BothAddresses = z.output<typeof withBilling>;

/** Asks for a delivery address, stores and chooses it. */
export function AddAddressDialog({ user, next, onClose, onSaved }: AddAddressDialogProps) {
  const { stored, store, clear } = useDraft("shipping address", Object.keys(withBilling.shape));
  const [isBillingSame, setIsBillingSame] = useState(stored?.billing !== "other");
  /** Billing fields stay once shown, so that unchecking the box loses no input. */
  const [showsBilling, setShowsBilling] = useState(stored?.billing_pincode !== undefined && stored.billing === "other");
  const form = useForm({
    schema: isBillingSame ? savedAddressBody : withBilling,
    mode: "onSave",
    async onSubmit(values) {
      const { street, city, state, pincode, mobile_no } = values;
      const address = await api.addAddress({ body: { street, city, state, pincode, ...(mobile_no && { mobile_no }) } });
      clear();
      onSaved(address, isBillingSame ? undefined : billingOf(values as BothAddresses));
    },
  });
  const onStoreDraft = () => store(form, { billing: isBillingSame ? "same" : "other" });
  return (
    <AddressWindow
      title="Shipping Address"
      action="Save & Continue"
      {...(next && { note: `Save & Continue saves this address and ${NEXT[next]}.` })}
      form={form}
      onClose={onClose}
      onStoreDraft={onStoreDraft}
    >
      <div className="mb-5 grid gap-x-5 border-sand border-b pb-4 text-small sm:grid-cols-2">
        <AccountValue id={`${form.id}-name`} label="Full Name" value={user.name} />
        <AccountValue id={`${form.id}-email`} label="Email" value={user.email} />
      </div>
      <AddressFields form={form} address={stored} />
      <MobileField
        form={form}
        defaultValue={stored?.mobile_no ?? user.mobile_no}
        hint="The courier calls this number. If you leave it out, we take the one you pay with."
        autoComplete="shipping tel-national"
      />
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          type="checkbox"
          checked={isBillingSame}
          onChange={({ target }) => {
            setIsBillingSame(target.checked);
            setShowsBilling(true);
          }}
          className="mt-0.5 size-5 shrink-0 accent-leaf"
        />
        Billing address is same as Shipping address
      </label>
      {showsBilling && (
        <fieldset hidden={isBillingSame} className="min-w-0">
          <legend className="mt-4 mb-4 font-display text-title">Billing address</legend>
          <AddressFields form={form} address={stored && billingOf(stored)} prefix="billing_" purpose="billing" />
        </fieldset>
      )}
    </AddressWindow>
  );
}

const NEXT = { payment: "opens the payment window", order: "places your order" } as const;

/** A value of the account, read-only: it is changed in the profile. */
function AccountValue({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:h-9 sm:block">
      <label htmlFor={id} className="w-20 shrink-0 font-semibold">
        {label}
      </label>
      <input id={id} value={value} readOnly className="w-full min-w-0 text-ellipsis bg-transparent py-1" />
    </div>
  );
}

const billingOf = ({
  billing_street: street = "",
  billing_city: city = "",
  billing_state: state = "",
  billing_pincode: pincode = "",
}: Partial<BothAddresses>): AddressBody => ({ street, city, state, pincode });
