import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { formatWeekday } from "../../../contract/dates.ts";
import { deliveryDates } from "../../../contract/shipping/delivery-dates.ts";
import type { ShippingMethods } from "../../../contract/shipping/schemas.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { api } from "../../api/api.ts";
import { toRequestError } from "../../api/request.ts";
import { readPincode, storePincode } from "../../shared/delivery/pincode-memory.ts";
import { keepDigits } from "../../shared/form/digits.ts";
import { formatMoney } from "../../shared/money.ts";
import { createResponseGuard } from "../../shared/response-guard.ts";
import { useShop } from "../../shared/shop-context.ts";

const PINCODE_DIGITS = 6;

/** Says when a parcel with the chosen size arrives at a pincode, which the browser remembers. */
export function DeliveryPromise({ variantId }: { variantId: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [delivery, setDelivery] = useState<ShippingMethods | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** Whether the shopper has asked; only then is the answer told to screen readers. */
  const [asked, setAsked] = useState(false);
  const [beginRequest] = useState(createResponseGuard);

  const check = useCallback(
    async (pincode: string) => {
      const isCurrent = beginRequest();
      try {
        const read = await api.readShippingMethods({ params: { pincode }, query: { variant_id: variantId } });
        if (!isCurrent()) return;
        setError(read.unknown ? "We couldn’t find this pincode. Please check it." : null);
        setDelivery(read.unknown ? null : read);
        if (!read.unknown) storePincode(pincode);
      } catch (failed) {
        if (!isCurrent()) return;
        setDelivery(null);
        setError(toRequestError(failed).message);
      }
    },
    [beginRequest, variantId],
  );

  useEffect(() => {
    if (!input.current) return;
    if (input.current.value === "") input.current.value = readPincode();
    if (input.current.value.length === PINCODE_DIGITS) void check(input.current.value);
  }, [check]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const pincode = input.current?.value ?? "";
    if (pincode.length === PINCODE_DIGITS) return void check(pincode);
    setDelivery(null);
    setError("A pincode has 6 digits.");
    input.current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate className="noscript:hidden">
      <label htmlFor={id} className="text-small">
        Delivery date for your pincode
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2.5 sm:max-w-xs">
        <input
          ref={input}
          id={id}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="6 digits"
          aria-invalid={error !== null}
          aria-describedby={`${id}-result`}
          onInput={({ currentTarget, nativeEvent }) => keepDigits(currentTarget, { max: PINCODE_DIGITS }, nativeEvent)}
          className="field min-w-0 flex-[1_1_8rem]"
        />
        <button type="submit" className="button-quiet shrink-0">
          Check
        </button>
      </div>
      <div id={`${id}-result`} aria-live={asked ? "polite" : "off"} aria-atomic="true" className="text-small">
        {error && <p className="mt-2 text-terracotta">{error}</p>}
        {delivery && <Promises delivery={delivery} />}
      </div>
    </form>
  );
}

function Promises({ delivery: { pincode, place, methods, calendar, cash } }: { delivery: ShippingMethods }) {
  const { currencySymbol } = useShop();
  const [usual, ...more] = methods;
  const to = place ? `${pincode}, ${place.city}` : pincode;
  if (!usual) return <p className="mt-2 text-terracotta">Sorry, we don’t deliver to {to} yet.</p>;
  const now = shopNow();
  const dayOf = ({ transit }: ShippingMethods["methods"][number]) => {
    const dates = transit && deliveryDates(transit, calendar, now);
    return dates && formatWeekday(dates.latest);
  };
  const usualDay = dayOf(usual);
  return (
    <>
      <p className="mt-2">
        {usualDay ? (
          <>
            Delivery by <strong className="font-semibold">{usualDay}</strong> to {to}
            <span className="sr-only">.</span>
          </>
        ) : (
          `We deliver to ${to}.`
        )}
      </p>
      {more.map((method) => {
        const day = dayOf(method);
        return (
          <p key={method.code} className="mt-0.5 text-bark">
            {method.name}
            {day && `: by ${day}`}
            {method.price > 0 && `, ${formatMoney(method.price, currencySymbol)}`}
            {method.price > 0 &&
              method.freeFrom !== null &&
              ` (free from ${formatMoney(method.freeFrom, currencySymbol)})`}
          </p>
        );
      })}
      {cash && (
        <p className="mt-0.5 text-bark">
          {!cash.isTaken
            ? "Cash on delivery isn’t available there."
            : cash.from > 0
              ? `Cash on delivery from ${formatMoney(cash.from, currencySymbol)}`
              : "Cash on delivery available"}
        </p>
      )}
    </>
  );
}
