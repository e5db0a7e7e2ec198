import * as z from "zod/mini";
import type { Address, User } from "../../contract/accounts/schemas.ts";
import { mobileField } from "../../contract/mobile-field.ts";
import { isIndianMobile } from "../../contract/written-numbers.ts";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { useForm } from "../shared/form/use-form.ts";

const optionalPhone = z.object({ mobile_no: mobileField({ mayBeEmpty: true }) });
const requiredPhone = z.object({
  mobile_no: mobileField({ missing: "Please enter a mobile number. The courier calls it." }),
});

/** Returns the number that is known for an address: its own, else the account's; empty if there is none. */
export const knownPhone = (address: Pick<Address, "mobile_no"> | undefined, user: Pick<User, "mobile_no">): string =>
  [address?.mobile_no, user.mobile_no].find((number) => number && isIndianMobile(number)) ?? "";

/**
 * Returns the form that asks for a number where none is known.
 * @param isRequired for an order that is paid in cash, since a payment brings a number
 * @param onValid called with the number once it is valid
 */
export function usePhoneForm(isRequired: boolean, onValid: (mobile: string) => void) {
  return useForm({
    schema: isRequired ? requiredPhone : optionalPhone,
    onSubmit: ({ mobile_no }) => onValid(mobile_no),
  });
}

interface PhoneChoiceProps {
  form: ReturnType<typeof usePhoneForm>;
  isRequired: boolean;
  number: string;
  onChange: (number: string) => void;
}

/** Asks for the number that the courier calls. */
export function PhoneChoice({ form, isRequired, number, onChange }: PhoneChoiceProps) {
  return (
    <form {...form.props} onInput={() => onChange(form.read("mobile_no"))} className="max-w-xl">
      <MobileField
        form={form}
        defaultValue={number}
        hint={
          isRequired
            ? "The courier calls this number before delivery."
            : "The courier calls this number. If you leave it out, we take the one you pay with."
        }
        autoComplete="shipping tel-national"
      />
    </form>
  );
}
