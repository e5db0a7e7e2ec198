import { lazy, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { sessionStore } from "../session/session.ts";
import type { PaidNavigation } from "../shared/order/paid-navigation.ts";
import { useStore } from "../shared/store.ts";

const OrderConfirmation = lazy(() => import("./order-confirmation.tsx"));

/**
 * Confirms an order on the home page that a payment leads to; otherwise null. The session is read after hydration, so the server renders
 * nothing.
 */
export function useJustPaid(): ReactNode {
  const number = (useLocation().state as PaidNavigation | null)?.paidOrder;
  const { session } = useStore(sessionStore);
  if (!number || !session) return null;
  return (
    <Suspense fallback={<div className="bg-linen first-view" />}>
      <OrderConfirmation number={number} name={session.name} />
    </Suspense>
  );
}
