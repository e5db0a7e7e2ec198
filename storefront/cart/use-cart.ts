import { useEffect, useState } from "react";
import { toRequestError } from "../api/request.ts";
import { useStore } from "../shared/store.ts";
import type { PendingChange } from "./cart-changes.ts";
import { cartPageStore, cartSync } from "./cart-sync.ts";

/** The whole cart, synchronised while it is shown, and the error of each product's last change. */
export function useCart() {
  useEffect(() => cartSync.watch(), []);
  const state = useStore(cartPageStore);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const change = async (productId: string, pending: PendingChange) => {
    setProblems(({ [productId]: _, ...others }) => others);
    try {
      await cartSync.request(productId, pending);
    } catch (error) {
      const { message } = toRequestError(error);
      setProblems((before) => ({ ...before, [productId]: message }));
    }
  };

  return { ...state, problems, change, retry: () => cartSync.retry() };
}
export type CartHandle = ReturnType<typeof useCart>;
