import { refundAccountForm } from "../../../contract/orders/forms.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { Field } from "../../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useForm } from "../../shared/form/use-form.ts";

interface RefundAccountProps {
  order: OrderDetail;
  onChange: (order: OrderDetail) => void;
}

/** Asks for the UPI ID of a refund that staff pays, such as one of cash. */
export function RefundAccount({ order: { number, refundAccount }, onChange }: RefundAccountProps) {
  const form = useForm({
    schema: refundAccountForm,
    mode: "onSave",
    async onSubmit(body) {
      onChange(await api.storeRefundAccount({ params: { number }, body }));
    },
  });
  if (!refundAccount) return null;
  const { upiId } = refundAccount;
  return (
    <section aria-labelledby="refund-account" className="mt-7 max-w-md rounded-picture bg-linen p-5 sm:p-7">
      <h2 id="refund-account" className="text-title">
        {upiId ? "Your refund is being prepared" : "Where should we send your refund?"}
      </h2>
      <p role="status" className="mt-2 mb-5 text-small wrap-anywhere">
        {upiId
          ? `We’ll send it to ${upiId} within 2 working days and email you. Enter another UPI ID to change it.`
          : "Enter your UPI ID. We use it for this refund only and erase it afterwards. We never ask for a PIN or a code."}
      </p>
      <form {...form.props}>
        <FormMessage form={form} />
        <Field
          key={upiId}
          form={form}
          name="upi_id"
          label="UPI ID"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="name@bank"
          required
        />
        <SubmitButton running={form.running} className="mt-4 w-full">
          {upiId ? "Change UPI ID" : "Save UPI ID"}
        </SubmitButton>
      </form>
    </section>
  );
}
