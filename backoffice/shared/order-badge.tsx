import type { OrderState } from "../../contract/orders/schemas.ts";
import { Badge, type Tone } from "./badge.tsx";

/** Orders that wait for the shop, or for their payment, ask for attention. */
const TONES: Readonly<Record<OrderState, Tone>> = {
  pending: "attention",
  paid: "attention",
  processing: "attention",
  packed: "attention",
  shipped: "neutral",
  out_for_delivery: "neutral",
  delivered: "done",
  cancelled: "neutral",
  expired: "neutral",
  return_requested: "attention",
  return_approved: "neutral",
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
