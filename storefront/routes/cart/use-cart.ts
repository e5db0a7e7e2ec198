import { useEffect, useState } from "react";
import { asCallFailed } from "../../api/call.ts";
import { cartScreenStore, retryCart, watchCart, wishFor } from "../../state/cart-sync.ts";
import type { Wish } from "../../state/cart-wishes.ts";
import { useStore } from "../../state/store.ts";

/** The whole cart, kept true while it is shown, and what went wrong with each product of it. */
export function useCart() {
  useEffect(watchCart, []);
  const state = useStore(cartScreenStore);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const wish = async (productId: string, wanted: Wish) => {
    setProblems(({ [productId]: _, ...others }) => others);
    try {
      await wishFor(productId, wanted);
    } catch (error) {
      const { message } = asCallFailed(error);
      setProblems((before) => ({ ...before, [productId]: message }));
    }
  };

  return { ...state, problems, wish, retry: retryCart };
}
export type CartHandle = ReturnType<typeof useCart>;
