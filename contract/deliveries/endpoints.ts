import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { deliveryRoutes } from "./routes.ts";
import { byDeliveryToken, deliveryAnswerBody, failedDelivery } from "./schemas.ts";

/** Endpoints behind the link of the email about a failed delivery. The link's token is the only credential. */
export const deliveryEndpoints = {
  readFailedDelivery: {
    ...deliveryRoutes.readFailedDelivery,
    tag: "Orders",
    params: byDeliveryToken,
    summary: "A delivery that failed, and what can be done about it",
    errorStatuses: [404],
    response: responseOf(failedDelivery),
  },
  answerFailedDelivery: {
    ...deliveryRoutes.answerFailedDelivery,
    repeat: "state",
    tag: "Orders",
    params: byDeliveryToken,
    summary:
      "Say what the courier is to do after a failed delivery, in place of an earlier answer. 409: the courier has been told already, or it is over",
    body: deliveryAnswerBody,
    errorStatuses: [404, 409],
    response: responseOf(failedDelivery),
  },
} as const satisfies Record<string, Endpoint>;
