import { useEffect, useState } from "react";
import { toRequestError } from "../api/request.ts";
import { useStore } from "../shared/store.ts";
import type { PendingChange } from "./cart-changes.ts";
import { cartPageStore, cartSync } from "./cart-sync.ts";
import type { ItemKey } from "./item-key.ts";

/** Returns the whole cart, synchronised while it is shown, and the error of each item's last change. */
export function useCart() {
  useEffect(() => cartSync.watch(), []);
  const state = useStore(cartPageStore);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const change = async (key: ItemKey, pending: PendingChange) => {
    setProblems(({ [key]: _, ...others }) => others);
    try {
      await cartSync.request(key, pending);
    } catch (error) {
      const { message } = toRequestError(error);
      setProblems((before) => ({ ...before, [key]: message }));
    }
  };

  return { ...state, problems, change, retry: () => cartSync.retry() };
}
export type CartHandle = ReturnType<typeof useCart>;
