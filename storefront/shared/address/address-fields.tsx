import type { AddressBody } from "../../../contract/accounts/schemas.ts";
import { plainNumber } from "../../../contract/written-numbers.ts";
import { Field, TextAreaField } from "../form/field.tsx";
import type { FormHandle } from "../form/use-form.ts";
import { PlaceOfPincode } from "./place-of-pincode.tsx";
import { usePlaceOfPincode } from "./use-place-of-pincode.ts";

interface AddressFieldsProps {
  /** The form, made with the contract's `addressBody` in the mode `onSave`. */
  form: FormHandle;
  /** The fields' initial values. */
  address?: Partial<AddressBody> | undefined;
  /** Prefixes the fields' names in a form with two addresses. */
  prefix?: string;
  /** The section for the browser's autocomplete. */
  purpose?: "shipping" | "billing";
}

/**
 * The fields of a delivery address. Unlike in the profile, a pincode is validated on save. A known pincode fills in its city and state; one
 * that several states share asks which it is.
 */
export function AddressFields({ form, address, prefix = "", purpose = "shipping" }: AddressFieldsProps) {
  const { onPincode, places, choose } = usePlaceOfPincode(form, prefix);
  return (
    <>
      <div className="address-columns">
        <Field
          form={form}
          className="min-w-0 max-sm:col-span-full"
          name={`${prefix}pincode`}
          label="Pincode"
          defaultValue={address?.pincode}
          inputMode="numeric"
          placeholder="6 digits"
          autoComplete={`${purpose} postal-code`}
          onInput={onPincode}
          required
        />
        <Field
          form={form}
          className="min-w-0"
          name={`${prefix}city`}
          label="City"
          defaultValue={address?.city}
          autoComplete={`${purpose} address-level2`}
          required
        />
        <Field
          form={form}
          className="min-w-0"
          name={`${prefix}state`}
          label="State"
          defaultValue={address?.state}
          autoComplete={`${purpose} address-level1`}
          required
        />
      </div>
      <PlaceOfPincode pincode={plainNumber(form.read(`${prefix}pincode`))} places={places} onChoose={choose} />
      <TextAreaField
        form={form}
        name={`${prefix}street`}
        label="Address"
        defaultValue={address?.street}
        placeholder="House or flat, street, area"
        rows={2}
        autoComplete={`${purpose} street-address`}
        required
      />
    </>
  );
}
