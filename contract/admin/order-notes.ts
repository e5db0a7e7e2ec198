/** Notes and emails about an order, and its address. */

import * as z from "zod/mini";
import { addressBody } from "../accounts/schemas.ts";
import { mobileField } from "../mobile-field.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminOrder, byNumber, ORDER_MAILS, version } from "./orders.ts";

/** Maximum length in characters. */
export const MAX_NOTE = 1000;
const noteText = textField({
  missing: "Please write something.",
  max: MAX_NOTE,
  error: `Please use at most ${MAX_NOTE} characters.`,
  multiline: true,
});
const CHANGE = { tag: "Orders", method: "POST", params: byNumber, response: responseOf(adminOrder) } as const;

export const orderNoteEndpoints = {
  addOrderNote: {
    ...CHANGE,
    permission: "view_orders",
    path: "/orders/:number/notes",
    repeat: "key",
    summary: "Write a note for colleagues about an order",
    body: z.object({ text: noteText }),
  },
  writeToCustomer: {
    ...CHANGE,
    permission: "change_orders",
    path: "/orders/:number/messages",
    repeat: "key",
    summary: "Email the customer about an order",
    body: z.object({ text: noteText }),
  },
  resendMail: {
    ...CHANGE,
    permission: "change_orders",
    path: "/orders/:number/mails",
    repeat: "key",
    summary: "Send the customer an email about the order again, with what it is about now",
    body: z.object({ mail: z.enum(ORDER_MAILS, `mail must be one of ${ORDER_MAILS.join(", ")}.`) }),
    errorStatuses: [409, 429],
  },
  changeAddress: {
    ...CHANGE,
    method: "PATCH",
    permission: "change_orders",
    path: "/orders/:number/address",
    repeat: "seen",
    summary:
      "Change fields of an order’s shipping address, or its phone number, until its parcel leaves. Once it is invoiced its state stays, because the taxes depend on it",
    body: z.object({
      version,
      street: z.optional(addressBody.shape.street),
      city: z.optional(addressBody.shape.city),
      state: z.optional(addressBody.shape.state),
      pincode: z.optional(addressBody.shape.pincode),
      mobile: z.optional(mobileField({ mayBeEmpty: true })),
    }),
    errorStatuses: [409],
  },
  changePhone: {
    ...CHANGE,
    repeat: "seen",
    method: "PATCH",
    permission: "fulfil_orders",
    path: "/orders/:number/phone",
    summary: "Change the number that the courier calls for an order, until its parcel leaves",
    body: z.object({ version, mobile: mobileField({ missing: "Please enter the receiver’s mobile number." }) }),
    errorStatuses: [409],
  },
} as const satisfies Record<string, AdminEndpoint>;
