import { useEffect, useState } from "react";
import { api } from "../../api/api.ts";
import { sessionStore } from "../../session/session.ts";
import { useShop } from "../shop-context.ts";
import { useStore } from "../store.ts";
import { readPincode } from "./pincode-memory.ts";
import { type DeliveryDay, readDayAt } from "./read-day.ts";

/**
 * Returns when a parcel that is ordered now arrives: at the pincode that the visitor last asked for, else at the customer's default
 * address.
 * @returns null until it is known, and where the shop promises no day
 */
export function useDeliveryDay(): DeliveryDay | null {
  const { shippingMethods } = useShop();
  const customerId = useStore(sessionStore).session?._id;
  const [promise, setPromise] = useState<DeliveryDay | null>(null);

  useEffect(() => {
    if (!shippingMethods) return;
    let over = false;
    readDeliveryDay(customerId !== undefined).then(
      (read) => over || setPromise(read),
      () => {
        // Optional, since the checkout also shows it.
      },
    );
    return () => {
      over = true;
    };
  }, [shippingMethods, customerId]);

  return promise;
}

async function readDeliveryDay(isCustomer: boolean): Promise<DeliveryDay | null> {
  const pincode = readPincode() || (isCustomer ? await defaultPincode() : "");
  return pincode === "" ? null : readDayAt(pincode);
}

async function defaultPincode(): Promise<string> {
  const addresses = await api.listAddresses();
  return (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.pincode ?? "";
}
