import type { Route } from "../endpoint.ts";

export const deliveryRoutes = {
  readFailedDelivery: { method: "GET", path: "/redeliveries/:token" },
  answerFailedDelivery: { method: "POST", path: "/redeliveries/:token/answer" },
} as const satisfies Record<string, Route>;
