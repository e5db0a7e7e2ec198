import { useEffect, useRef, useState } from "react";
import type { Address, AddressBody, User } from "../../contract/accounts/schemas.ts";
import type { Checkout, InitPaymentBody } from "../../contract/checkout/schemas.ts";
import type { GiftBody } from "../../contract/orders/gift.ts";
import type { PaymentMethod } from "../../contract/orders/schemas.ts";
import { isIndianMobile, mobileNumberOf } from "../../contract/written-numbers.ts";
import type { GiftDraft } from "../cart/gift.ts";
import { isSameAddress } from "../shared/address/same-address.ts";
import { useAnnounced } from "../shared/announcer.tsx";
import { useShop } from "../shared/shop-context.ts";
import { AddAddressDialog } from "./add-address-dialog.tsx";
import { AddressChoice } from "./address-choice.tsx";
import { BillingChoice } from "./billing-choice.tsx";
import { CheckoutSteps } from "./checkout-steps.tsx";
import { CHECKOUT_COLUMNS } from "./columns.ts";
import { GiftChoice, useGiftForm } from "./gift-choice.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { paysNow } from "./paid-now.ts";
import type { FormState } from "./payment/use-payment.ts";
import { PaymentChoice } from "./payment-choice.tsx";
import { PaymentNotes } from "./payment-notes.tsx";
import { knownPhone, PhoneChoice, usePhoneForm } from "./phone-choice.tsx";
import { ShippingChoice } from "./shipping-choice.tsx";
import { UpdatesChoice } from "./updates-choice.tsx";
import { chosenAddress } from "./use-checkout.ts";
import type { CheckoutMemory } from "./use-checkout-memory.ts";

interface CheckoutFormProps {
  checkout: Checkout;
  before: Checkout | null;
  addresses: Address[];
  user: User;
  memory: CheckoutMemory;
  gift: GiftDraft;
  onGift: (change: Partial<GiftDraft>) => void;
  state: FormState;
  /** Whether the checkout was read for all that is chosen. */
  isCurrent: boolean;
  /** Whether it is being read for that. */
  isReading: boolean;
  onPay: (order: InitPaymentBody, customer: User, method: PaymentMethod) => void;
  onAddress: (address: Address) => void;
}

interface Destination {
  address: AddressBody;
  /** Undefined if it is the delivery address. */
  billing: AddressBody | undefined;
  /** The number that the courier calls; empty if it is not known. */
  mobile: string;
}

/** A payment that waits until the checkout is read for all that is chosen. */
interface WaitingPayment {
  destination: Destination;
  /** In rupees. */
  shownTotal: number;
}

/** Shows the addresses on the left, the order on the right. */
export function CheckoutForm({
  checkout,
  before,
  addresses,
  user,
  memory,
  gift,
  onGift,
  state,
  isCurrent,
  isReading,
  onPay,
  onAddress,
}: CheckoutFormProps) {
  const { remembered, remember } = memory;
  const completes = remembered.completes ? `You’re completing order ${remembered.completes}.` : null;
  useAnnounced(completes);
  const [adding, setAdding] = useState(false);
  const [missing, setMissing] = useState(false);
  const choice = useRef<HTMLFieldSetElement>(null);
  const chosen = chosenAddress(addresses, remembered);
  const { shippingMethods, cashOnDelivery } = checkout;
  // A choice shows at once. If the address lacks that method, the server has chosen another.
  const shippingMethod = isCurrent ? checkout.shippingMethod : (remembered.shippingMethod ?? checkout.shippingMethod);
  const paymentMethod = isCurrent ? checkout.paymentMethod : (remembered.paymentMethod ?? checkout.paymentMethod);

  const phone = knownPhone(chosen, user);
  const asksPhone = chosen !== undefined && phone === "" && !(gift.isGift && gift.toOther);
  const isCash = paymentMethod === "cash_on_delivery";
  const { phoneUpdates } = useShop();
  const toldAt = mobileNumberOf(phone || (asksPhone ? (remembered.mobile ?? "") : ""));
  const offersUpdates = phoneUpdates !== undefined && isIndianMobile(toldAt);

  const pay = ({ address, billing, mobile }: Destination, asGift?: GiftBody) =>
    onPay(
      {
        ...toAddresses(address, billing),
        // The account's own number needs no mention.
        ...(mobile && mobile !== user.mobile_no && { mobile_no: mobile }),
        ...(asGift && { gift: asGift }),
        // The sentence named a number, and the consent is to that one.
        ...(offersUpdates && mobile === toldAt && { phone_updates: remembered.wantsUpdates === true }),
        total_price: checkout.totalPrice,
        ...(isCash && cashOnDelivery?.advance && { advance: cashOnDelivery.advance.now }),
        ...(checkout.samples.length > 0 && { samples: checkout.samples.map(({ variant_id }) => variant_id) }),
        ...(shippingMethod !== null &&
          shippingMethods.length > 0 &&
          shippingMethod !== shippingMethods[0]?.code && { shipping_method: shippingMethod }),
      },
      { ...user, mobile_no: mobile || user.mobile_no },
      paymentMethod,
    );

  const destination = useRef<Destination>(null);
  const giftForm = useGiftForm(gift, (asGift) => destination.current && pay(destination.current, asGift));
  const payOnceGiftIsValid = (to: Destination) => {
    destination.current = to;
    const fields = giftForm.props.ref.current;
    if (gift.isGift && fields) submit(fields);
    else pay(to);
  };

  const [waiting, setWaiting] = useState<WaitingPayment | null>(null);
  const [newTotal, setNewTotal] = useState<number | null>(null);
  const payOnceRead = (to: Destination) => {
    setNewTotal(null);
    setWaiting({ destination: to, shownTotal: checkout.totalPrice });
  };
  // A shopper must not pay an amount that was not shown.
  useEffect(() => {
    if (!waiting || isReading) return;
    setWaiting(null);
    if (checkout.totalPrice !== waiting.shownTotal) setNewTotal(checkout.totalPrice);
    else if (checkout.payable && checkout.totalProblem === null) payOnceGiftIsValid(waiting.destination);
  });

  const phoneForm = usePhoneForm(isCash, (mobile) => {
    if (chosen) payOnceRead({ address: chosen, billing: remembered.billing, mobile });
  });
  const proceed = () => {
    setMissing(!chosen);
    const fields = phoneForm.props.ref.current;
    if (!chosen) choice.current?.querySelector("button")?.focus();
    else if (asksPhone && fields) submit(fields);
    else payOnceRead({ address: chosen, billing: remembered.billing, mobile: phone });
  };

  const isPayable = checkout.payable && checkout.totalProblem === null;
  const next = !isPayable ? null : paysNow(checkout) ? "payment" : "order";
  const continueWith = (address: Address, billing: AddressBody | undefined) => {
    setAdding(false);
    setMissing(false);
    onAddress(address);
    remember({ addressId: address._id, billing });
    const mobile = knownPhone(address, user);
    // The page asks for it.
    if (mobile === "" && isCash) return;
    if (next) payOnceRead({ address, billing, mobile });
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 className="text-heading">Checkout</h1>
        <CheckoutSteps at={state.step === "ready" ? "Address" : "Payment"} />
      </div>
      {completes && <p className="mt-2 text-bark">{completes}</p>}
      <div className={`mt-6 ${CHECKOUT_COLUMNS}`}>
        <div className="grid gap-y-9">
          <AddressChoice
            ref={choice}
            addresses={addresses}
            chosen={chosen}
            name={user.name}
            missing={missing && !chosen}
            onChoose={({ _id }) => remember({ addressId: _id })}
            onAdd={() => setAdding(true)}
          />
          {asksPhone && (
            <PhoneChoice
              form={phoneForm}
              isRequired={isCash}
              number={remembered.mobile ?? ""}
              onChange={(mobile) => remember({ mobile })}
            />
          )}
          {chosen && (shippingMethods.length > 0 || shippingMethod === null) && (
            <ShippingChoice
              pincode={chosen.pincode}
              options={shippingMethods}
              chosen={shippingMethod}
              onChoose={(code) => remember({ shippingMethod: code })}
            />
          )}
          {chosen && cashOnDelivery && (
            <PaymentChoice
              cashOnDelivery={cashOnDelivery}
              chosen={paymentMethod}
              onChoose={(method) => remember({ paymentMethod: method })}
            />
          )}
          <div className="divide-y divide-sand border-sand border-y">
            {offersUpdates && (
              <UpdatesChoice
                channels={phoneUpdates}
                mobile={toldAt}
                checked={remembered.wantsUpdates === true}
                onChange={(wantsUpdates) => remember({ wantsUpdates })}
              />
            )}
            <GiftChoice gift={gift} onChange={onGift} form={giftForm} />
            <BillingChoice billing={remembered.billing} onChange={(billing) => remember({ billing })} />
          </div>
        </div>
        <PaymentNotes checkout={checkout} />
        <section
          aria-label="Your order"
          className="@max-tablet:contents @tablet:sticky @tablet:col-start-2 @tablet:row-span-2 @tablet:row-start-1 @tablet:top-24 @tablet:flex @tablet:flex-col @tablet:rounded-picture @tablet:bg-linen @tablet:p-5 @desktop:p-7 lg:top-36"
        >
          <OrderItems
            products={checkout.products}
            samples={checkout.samples}
            unavailableSamples={checkout.unavailableSamples}
          />
          <OrderSummary
            checkout={checkout}
            before={before}
            state={state}
            isCurrent={isCurrent}
            isWaiting={waiting !== null}
            hasNewTotal={newTotal === checkout.totalPrice}
            onProceed={proceed}
          />
        </section>
      </div>
      {adding && <AddAddressDialog user={user} next={next} onClose={() => setAdding(false)} onSaved={continueWith} />}
    </>
  );
}

/** Returns the addresses for the request; the billing address only if it differs. */
function toAddresses(address: AddressBody, billing: AddressBody | undefined): InitPaymentBody {
  const shipping = toAddressBody(address);
  return !billing || isSameAddress(address, billing)
    ? { address: shipping }
    : { address: shipping, billing_address: toAddressBody(billing) };
}

const toAddressBody = ({ street, city, state, pincode }: AddressBody): AddressBody => ({
  street,
  city,
  state,
  pincode,
});

/** Submits a form whose hook validates it. Not by requestSubmit, which some supported browsers lack. */
function submit(form: HTMLFormElement): void {
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}
