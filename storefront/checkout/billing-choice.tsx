import { useState } from "react";
import { type AddressBody, addressBody } from "../../contract/accounts/schemas.ts";
import { AddressFields } from "../shared/address/address-fields.tsx";
import { AddressLines } from "../shared/address/address-lines.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { AddressWindow } from "./address-window.tsx";
import { ChoiceRow } from "./choice-row.tsx";

interface BillingChoiceProps {
  /** Undefined if it is the delivery address. */
  billing: AddressBody | undefined;
  onChange: (billing: AddressBody | undefined) => void;
}

/** The name and address on the invoice. */
export function BillingChoice({ billing, onChange }: BillingChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const link = "min-h-11 font-semibold text-leaf text-small text-link";
  return (
    <section aria-labelledby="billing" className="pb-2 @max-desktop:pt-4 @desktop:pt-2">
      <ChoiceRow title="Billing" id="billing" className="items-baseline">
        <div className="flex flex-wrap items-baseline justify-between gap-x-5">
          {billing ? <AddressLines {...billing} /> : <p>Same as the shipping address.</p>}
          <button type="button" aria-haspopup="dialog" className={link} onClick={() => setIsOpen(true)}>
            {billing ? "Change" : "Use a different address"}
            <span className="sr-only"> for the bill</span>
          </button>
          {billing && (
            <button type="button" className={link} onClick={() => onChange(undefined)}>
              Use the shipping address
            </button>
          )}
        </div>
      </ChoiceRow>
      {isOpen && (
        <BillingDialog
          billing={billing}
          onClose={() => setIsOpen(false)}
          onSaved={(other) => {
            setIsOpen(false);
            onChange(other);
          }}
        />
      )}
    </section>
  );
}

interface BillingDialogProps {
  billing: AddressBody | undefined;
  onClose: () => void;
  onSaved: (billing: AddressBody) => void;
}

function BillingDialog({ billing, onClose, onSaved }: BillingDialogProps) {
  const { stored, store, clear } = useDraft("billing address", Object.keys(addressBody.shape));
  const form = useForm({
    schema: addressBody,
    mode: "onSave",
    onSubmit(address) {
      clear();
      onSaved(address);
    },
  });
  return (
    <AddressWindow
      title="Billing address"
      action="Use this address"
      form={form}
      onClose={onClose}
      onStoreDraft={() => store(form)}
    >
      <AddressFields form={form} address={stored ?? billing} purpose="billing" />
    </AddressWindow>
  );
}
