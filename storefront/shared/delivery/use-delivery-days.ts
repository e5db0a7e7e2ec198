import { useEffect, useState } from "react";
import { useShop } from "../shop-context.ts";
import { readDayAt } from "./read-day.ts";

/** Returns the promised day at each of some pincodes, as far as it is known. */
export function useDeliveryDays(pincodes: readonly string[]): Readonly<Record<string, string>> {
  const { shippingMethods } = useShop();
  const [days, setDays] = useState<Readonly<Record<string, string>>>({});
  const wanted = [...new Set(pincodes)].join();

  useEffect(() => {
    if (!shippingMethods) return;
    let over = false;
    for (const pincode of wanted.split(",").filter(Boolean))
      readDayAt(pincode).then(
        (promise) => over || !promise || setDays((before) => ({ ...before, [pincode]: promise.day })),
        () => {
          // Optional, since the shipping method also shows it.
        },
      );
    return () => {
      over = true;
    };
  }, [shippingMethods, wanted]);

  return days;
}
