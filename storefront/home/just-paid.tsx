import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { sessionStore } from "../session/session.ts";
import type { PaidNavigation } from "../shared/order/paid-navigation.ts";
import { useStore } from "../shared/store.ts";

const OrderConfirmation = lazy(() => import("./order-confirmation.tsx"));

/** Confirms an order above the home page that a payment leads to. The session is read after hydration, so the server renders nothing. */
export function JustPaid() {
  const number = (useLocation().state as PaidNavigation | null)?.paidOrder;
  const { session } = useStore(sessionStore);
  if (!number || !session) return null;
  return (
    <Suspense fallback={<div className="min-h-110 bg-linen" />}>
      <OrderConfirmation number={number} name={session.name} />
    </Suspense>
  );
}
