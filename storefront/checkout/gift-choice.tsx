import type { ReactNode } from "react";
import * as z from "zod/mini";
import { type GiftBody, giftMessage, giftReceiver, MAX_GIFT_MESSAGE } from "../../contract/orders/gift.ts";
import type { GiftDraft } from "../cart/gift.ts";
import { Field, TextAreaField } from "../shared/form/field.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { ChoiceRow } from "./choice-row.tsx";

const messageForm = z.object({ message: giftMessage });
const receiverForm = z.object({ ...messageForm.shape, ...giftReceiver.shape });

/** Returns the form of a gift. @param onValid called with the gift of the request once its fields are valid */
export function useGiftForm(gift: GiftDraft, onValid: (gift: GiftBody) => void) {
  return useForm({
    schema: gift.toOther ? receiverForm : messageForm,
    onSubmit(values) {
      const { message, name, mobile_no } = values as z.output<typeof receiverForm>;
      onValid({ message, wrap: gift.wrap, ...(gift.toOther && { receiver: { name, mobile_no } }) });
    },
  });
}

interface GiftChoiceProps {
  gift: GiftDraft;
  onChange: (change: Partial<GiftDraft>) => void;
  form: ReturnType<typeof useGiftForm>;
}

/** Lets the shopper make the order a gift: with a message, gift wrap if the shop offers it, and another receiver. */
export function GiftChoice({ gift, onChange, form }: GiftChoiceProps) {
  const { giftWrap, currencySymbol } = useShop();
  const store = () =>
    onChange({
      message: form.read("message"),
      ...(gift.toOther && { name: form.read("name"), mobile_no: form.read("mobile_no") }),
    });
  return (
    <section aria-labelledby="gift" className="py-2">
      <ChoiceRow title="Gift" id="gift" className="items-center">
        <Check checked={gift.isGift} onChange={(isGift) => onChange({ isGift })}>
          It is a gift
        </Check>
      </ChoiceRow>
      {gift.isGift && (
        <form {...form.props} onInput={store} className="mt-2 max-w-xl">
          <TextAreaField
            form={form}
            name="message"
            label="Message (optional)"
            rows={3}
            maxLength={MAX_GIFT_MESSAGE}
            defaultValue={gift.message}
            hint={`Printed on the packing slip, which never shows prices. Up to ${MAX_GIFT_MESSAGE} characters.`}
          />
          {giftWrap !== null && (
            <Check checked={gift.wrap} onChange={(wrap) => onChange({ wrap })}>
              Gift wrap, {giftWrap === 0 ? "free" : formatMoney(giftWrap, currencySymbol)}
            </Check>
          )}
          <Check checked={gift.toOther} onChange={(toOther) => onChange({ toOther })}>
            Someone else receives the parcel
          </Check>
          {gift.toOther && (
            <div className="mt-2 grid gap-x-5 @min-[30rem]:@max-tablet:grid-cols-2 @desktop:grid-cols-2">
              <Field
                form={form}
                name="name"
                label="Receiver’s name"
                defaultValue={gift.name}
                maxLength={50}
                autoComplete="off"
                required
              />
              <MobileField
                form={form}
                label="Receiver’s mobile number"
                defaultValue={gift.mobile_no}
                autoComplete="off"
                required
              />
              <p className="text-bark text-small col-span-full">
                The delivery address above is theirs. The courier may call this number.
              </p>
            </div>
          )}
        </form>
      )}
    </section>
  );
}

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-leaf"
      />
      <span>{children}</span>
    </label>
  );
}
