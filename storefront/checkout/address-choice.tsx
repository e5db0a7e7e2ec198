import { type Ref, useId } from "react";
import type { Address } from "../../contract/accounts/schemas.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { AddressLines } from "../shared/address/address-lines.tsx";
import { useDeliveryDays } from "../shared/delivery/use-delivery-days.ts";
import { AlertIcon, PlusIcon } from "../shared/icons.tsx";
import { RadioCard } from "./radio-card.tsx";

interface AddressChoiceProps {
  addresses: readonly Address[];
  chosen: Address | undefined;
  /** The recipient. */
  name: string;
  /** Whether to show that an address is required. */
  missing: boolean;
  onChoose: (address: Address) => void;
  onAdd: () => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** Lets the shopper choose a delivery address; each shows when an order placed now arrives. */
export function AddressChoice({ addresses, chosen, name, missing, onChoose, onAdd, ref }: AddressChoiceProps) {
  const id = useId();
  const days = useDeliveryDays(addresses.map(({ pincode }) => pincode));
  return (
    <fieldset ref={ref} aria-describedby={missing ? `${id}-missing` : undefined} className="min-w-0">
      <legend className="font-display text-title">Deliver to</legend>
      <div className="mt-4 grid gap-3">
        {addresses.map((address) => (
          <RadioCard
            key={address._id}
            name="address"
            value={address._id}
            checked={address === chosen}
            onChoose={() => onChoose(address)}
            title={
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <strong className="font-semibold wrap-anywhere">{name}</strong>
                {address.isDefault && (
                  <span className="rounded-control border border-sand px-1.5 py-0.5 text-bark text-xs">Default</span>
                )}
              </span>
            }
            aside={days[address.pincode] && `by ${formatWeekday(days[address.pincode] ?? "")}`}
          >
            <AddressLines {...address} mobile={address.mobile_no} />
          </RadioCard>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAdd}
          className="flex min-h-12 items-center gap-3.5 justify-self-start pr-4 pl-4 font-semibold text-compact text-leaf underline-offset-4 hover:underline"
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
