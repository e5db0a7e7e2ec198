import * as z from "zod/mini";
import { noData } from "../accounts/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import { privacyRoutes } from "./routes.ts";
import {
  erasureBody,
  ownRequest,
  personalData,
  personRequestBody,
  receivedRequest,
  requestCodeBody,
} from "./schemas.ts";

/** Endpoints of people's personal data. */
export const privacyEndpoints = {
  readOwnData: {
    ...privacyRoutes.readOwnData,
    summary: "Everything that the shop stores about the customer",
    tag: "Accounts",
    auth: "session",
    errorStatuses: [429],
    response: responseOf(personalData),
  },
  listOwnRequests: {
    ...privacyRoutes.listOwnRequests,
    summary: "The customer's requests about their personal data, newest first",
    tag: "Accounts",
    auth: "session",
    response: responseOf(z.array(ownRequest)),
  },
  requestErasure: {
    ...privacyRoutes.requestErasure,
    repeat: "seen",
    summary: "Ask the shop to erase the account and what belongs to it; the same request again if one is open",
    tag: "Accounts",
    auth: "session",
    body: erasureBody,
    errorStatuses: [429],
    response: responseOf(ownRequest),
  },
  withdrawRequest: {
    ...privacyRoutes.withdrawRequest,
    repeat: "seen",
    summary: "Withdraw an open request",
    tag: "Accounts",
    auth: "session",
    params: z.object({
      reference: textField({ max: 10, pattern: /^P-[0-9A-Z]{8}$/, error: "There is no such request." }),
    }),
    errorStatuses: [404, 409],
    response: responseOf(z.array(ownRequest)),
  },
  sendRequestCode: {
    ...privacyRoutes.sendRequestCode,
    repeat: "harmless",
    summary: "Email a code that proves an email for a request about personal data, whether or not the shop knows it",
    tag: "Contact",
    body: requestCodeBody,
    errorStatuses: [429],
    response: responseOf(noData),
  },
  requestByEmail: {
    ...privacyRoutes.requestByEmail,
    repeat: "state",
    summary:
      "Ask for a copy or the erasure of the data about an email, proved by the mailed code; the same request again if one is open",
    tag: "Contact",
    body: personRequestBody,
    errorStatuses: [429],
    response: responseOf(receivedRequest),
  },
} as const satisfies Record<string, Endpoint>;
