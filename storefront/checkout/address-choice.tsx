import { type Ref, useId } from "react";
import type { Address } from "../../contract/accounts/schemas.ts";
import { AddressLines } from "../shared/address/address-lines.tsx";
import { AlertIcon, PlusIcon } from "../shared/icons.tsx";

interface AddressChoiceProps {
  addresses: readonly Address[];
  chosen: Address | undefined;
  /** The recipient. */
  name: string;
  /** Shows that an address is required. */
  missing: boolean;
  onChoose: (address: Address) => void;
  onAdd: () => void;
  ref: Ref<HTMLFieldSetElement>;
}

export function AddressChoice({ addresses, chosen, name, missing, onChoose, onAdd, ref }: AddressChoiceProps) {
  const id = useId();
  return (
    <fieldset ref={ref} aria-describedby={missing ? `${id}-missing` : undefined} className="min-w-0">
      <legend className="font-display text-title">Deliver to</legend>
      <div className="mt-4 grid gap-3.5 sm:grid-cols-2">
        {addresses.map((address) => (
          <label
            key={address._id}
            className="flex cursor-pointer items-start gap-3.5 rounded-picture border border-sand p-4 transition-colors duration-150 hover:border-control has-checked:border-leaf has-checked:bg-white has-checked:shadow-[inset_0_0_0_1px_var(--color-leaf)] has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3"
          >
            <input
              type="radio"
              name="address"
              value={address._id}
              checked={address === chosen}
              onChange={() => onChoose(address)}
              className="mt-0.5 size-5 shrink-0 accent-leaf outline-none"
            />
            <span className="min-w-0 text-small">
              <span className="mb-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-body">
                <strong className="font-semibold wrap-anywhere">{name}</strong>
                {address.isDefault && (
                  <span className="rounded-control border border-sand px-1.5 py-0.5 text-bark text-xs">Default</span>
                )}
              </span>
              <AddressLines {...address} />
            </span>
          </label>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAdd}
          className="flex min-h-20 items-center justify-center gap-2 rounded-picture border border-control border-dashed p-4 font-semibold text-[0.9375rem] text-leaf transition-colors duration-150 hover:bg-linen"
        >
          <PlusIcon width="20" height="20" />
          Add New Address
        </button>
      </div>
      <p
        id={`${id}-missing`}
        role="alert"
        className="mt-3 flex items-start gap-2 text-small text-terracotta empty:hidden"
      >
        {missing && (
          <>
            <AlertIcon width="18" height="18" className="mt-px shrink-0" />
            Please add a delivery address.
          </>
        )}
      </p>
    </fieldset>
  );
}
