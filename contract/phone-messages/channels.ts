/** The channels of messages to a mobile number, and what becomes of one. */

export const PHONE_CHANNELS = ["whatsapp", "sms"] as const;
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

export const CHANNEL_NAMES: Readonly<Record<PhoneChannel, string>> = { whatsapp: "WhatsApp", sms: "SMS" };

/**
 * `accepted`: by the provider, which is not yet delivered. `uncertain`: the provider's response was lost. `dropped`: no longer true, or no
 * longer wanted, when it was to be sent.
 */
export const PHONE_MESSAGE_STATES = [
  "waiting",
  "sending",
  "accepted",
  "delivered",
  "read",
  "failed",
  "uncertain",
  "expired",
  "dropped",
] as const;
export type PhoneMessageState = (typeof PHONE_MESSAGE_STATES)[number];

/** As they continue "WhatsApp message …". */
export const PHONE_MESSAGE_STATE_NAMES: Readonly<Record<PhoneMessageState, string>> = {
  waiting: "waits to be sent",
  sending: "is being sent",
  accepted: "sent, not delivered yet",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  uncertain: "may not have been sent",
  expired: "was not sent in time",
  dropped: "was not sent, because it was no longer needed",
};
