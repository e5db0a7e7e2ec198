import type { AddressBody } from "../../../contract/accounts.ts";
import { Field, TextAreaField } from "../form/field.tsx";
import type { FormHandle } from "../form/use-form.ts";

interface AddressFieldsProps {
  /** Made with the contract's `addressBody` in the mode `onSave`. */
  form: FormHandle;
  /** What the fields begin with. */
  address?: AddressBody;
}

/**
 * The fields of a delivery address (S2.174 to S2.177). A pincode is taken as it is typed, other than in the profile: what is wrong with
 * it is said on save (S5.19, R7).
 */
export function AddressFields({ form, address }: AddressFieldsProps) {
  return (
    <>
      <Field
        form={form}
        name="pincode"
        label="Pincode"
        defaultValue={address?.pincode}
        inputMode="numeric"
        autoComplete="postal-code"
        required
      />
      <div className="grid gap-x-5 sm:grid-cols-2">
        <Field
          form={form}
          className="min-w-0"
          name="city"
          label="City"
          defaultValue={address?.city}
          autoComplete="address-level2"
          required
        />
        <Field
          form={form}
          className="min-w-0"
          name="state"
          label="State"
          defaultValue={address?.state}
          autoComplete="address-level1"
          required
        />
      </div>
      <TextAreaField
        form={form}
        name="street"
        label="Address"
        defaultValue={address?.street}
        rows={3}
        autoComplete="street-address"
        required
      />
    </>
  );
}
