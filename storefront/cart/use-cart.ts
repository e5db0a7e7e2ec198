import { useEffect, useState } from "react";
import { toRequestFailed } from "../api/request.ts";
import { useStore } from "../shared/store.ts";
import type { PendingChange } from "./cart-changes.ts";
import { cartScreenStore, requestChange, retryCart, watchCart } from "./cart-sync.ts";

/** The whole cart, kept true while it is shown, and what went wrong with each product of it. */
export function useCart() {
  useEffect(watchCart, []);
  const state = useStore(cartScreenStore);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const wish = async (productId: string, wanted: PendingChange) => {
    setProblems(({ [productId]: _, ...others }) => others);
    try {
      await requestChange(productId, wanted);
    } catch (error) {
      const { message } = toRequestFailed(error);
      setProblems((before) => ({ ...before, [productId]: message }));
    }
  };

  return { ...state, problems, wish, retry: retryCart };
}
export type CartHandle = ReturnType<typeof useCart>;
