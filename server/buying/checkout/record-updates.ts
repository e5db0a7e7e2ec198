import { orderUpdatesWording } from "../../../contract/phone-messages/consent.ts";
import { ApiError } from "../../base/errors.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { consentsToOrder, recordPhoneConsent } from "../../platform/phone-messages/consents.ts";
import { channelsOfUpdates } from "../../platform/phone-messages/templates.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";

/**
 * Records that the customer wants updates about an order on the phone, or, of an order that already waited, no longer does.
 * @throws ApiError (422) without a number to which they could be sent, or if the shop sends none
 */
export async function recordOrderUpdates(
  trx: DatabaseOrTransaction,
  { number, customerId, mobile }: OrderRow,
  { wantsUpdates }: Pick<RequestedOrder, "wantsUpdates">,
  { phoneChannels, isNew, now }: Pick<OrderRules, "phoneChannels" | "now"> & { isNew: boolean },
): Promise<void> {
  if (wantsUpdates === undefined || (isNew && !wantsUpdates)) return;
  const given = isNew ? [] : await consentsToOrder(trx, number);
  const consent = { mobile, place: "checkout", orderNumber: number, customerId } as const;
  if (!wantsUpdates) {
    const withdrawn = { ...consent, channels: given, event: "withdrawn", wording: "The box was left empty." } as const;
    return recordPhoneConsent(trx, withdrawn, now);
  }
  const offered = await channelsOfUpdates(trx, phoneChannels);
  if (offered.length === 0)
    throw ApiError.ofField("phone_updates", "This shop sends no updates by WhatsApp or SMS. We’ll email you.");
  if (mobile === "")
    throw ApiError.ofField("phone_updates", "Please enter a mobile number to which we can send updates.");
  const channels = offered.filter((channel) => !given.includes(channel));
  const wording = orderUpdatesWording(offered, mobile);
  await recordPhoneConsent(trx, { ...consent, channels, event: "given", wording }, now);
}
