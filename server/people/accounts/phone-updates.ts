/** Updates about all orders of an account, by WhatsApp and SMS. */

import { eq } from "drizzle-orm";
import type { PhoneUpdates } from "../../../contract/accounts/schemas.ts";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { accountUpdatesWording } from "../../../contract/phone-messages/consent.ts";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { customer } from "../../platform/database/schema.ts";
import { readAccountConsents, recordPhoneConsent } from "../../platform/phone-messages/consents.ts";
import { stoppedChannels } from "../../platform/phone-messages/refusals.ts";
import { channelsOfUpdates } from "../../platform/phone-messages/templates.ts";

/** @param connected the channels that are connected */
export async function readPhoneUpdates(
  db: DatabaseOrTransaction,
  customerId: number,
  connected: readonly PhoneChannel[],
): Promise<PhoneUpdates> {
  const [row] = await db.select({ mobile: customer.mobile }).from(customer).where(eq(customer.id, customerId));
  const mobile = row && isIndianMobile(row.mobile) ? row.mobile : "";
  const given = mobile === "" ? [] : await readAccountConsents(db, { customerId, mobile });
  const stopped = mobile === "" ? [] : await stoppedChannels(db, mobile);
  const offered = await channelsOfUpdates(db, connected);
  return {
    mobile,
    channels: offered.map((channel) => ({
      channel,
      isOn: given.includes(channel),
      isStopped: stopped.includes(channel),
    })),
  };
}

/**
 * Records that a customer wants updates about all orders by a channel, or no longer does.
 * @throws ApiError (422) without a number, or by a channel that the shop does not offer
 */
export function changePhoneUpdates(
  db: Database,
  customerId: number,
  { channel, isOn }: { channel: PhoneChannel; isOn: boolean },
  connected: readonly PhoneChannel[],
  now: Date,
): Promise<PhoneUpdates> {
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    const before = await readPhoneUpdates(trx, customerId, connected);
    const { mobile } = before;
    const current = before.channels.find((one) => one.channel === channel);
    if (!current) throw ApiError.ofField("channel", "This shop sends no updates by this channel. We’ll email you.");
    if (mobile === "") throw ApiError.ofField("mobile_no", "Please save a mobile number first.");
    if (current.isOn === isOn) return before;
    const event = isOn ? "given" : "withdrawn";
    const wording = accountUpdatesWording(channel, mobile);
    await recordPhoneConsent(trx, { mobile, channels: [channel], event, place: "account", wording, customerId }, now);
    return readPhoneUpdates(trx, customerId, connected);
  });
}
