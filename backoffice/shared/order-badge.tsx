import type { OrderState } from "../../contract/orders/schemas.ts";
import { Badge, type Tone } from "./badge.tsx";

/** Orders that wait for the shop ask for attention; others wait for the customer or the courier. */
const TONES: Readonly<Record<OrderState, Tone>> = {
  pending: "progress",
  paid: "attention",
  processing: "attention",
  packed: "attention",
  shipped: "progress",
  out_for_delivery: "progress",
  delivered: "done",
  cancelled: "neutral",
  expired: "neutral",
  return_requested: "attention",
  return_approved: "progress",
  return_received: "attention",
  returned: "neutral",
};

interface OrderBadgeProps {
  state: OrderState;
  /** The state as customers read it. */
  badge: string;
  isLive?: boolean;
}

export function OrderBadge({ state, badge, isLive = false }: OrderBadgeProps) {
  return (
    <Badge tone={TONES[state]} isLive={isLive}>
      {badge}
    </Badge>
  );
}
