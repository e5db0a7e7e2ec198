/** Consents to messages, and the sentences shown for them, stored with each. Change a sentence here only, so that the record stays true. */

import { CHANNEL_NAMES, type PhoneChannel } from "./channels.ts";

/** `reply`: a text such as STOP from the phone itself. */
export const PHONE_CONSENT_PLACES = ["checkout", "account", "reply", "staff"] as const;
export type PhoneConsentPlace = (typeof PHONE_CONSENT_PLACES)[number];

export const PHONE_CONSENT_EVENTS = ["given", "withdrawn"] as const;
export type PhoneConsentEvent = (typeof PHONE_CONSENT_EVENTS)[number];

const named = (channels: readonly PhoneChannel[]) => channels.map((channel) => CHANNEL_NAMES[channel]).join(" or ");

/** The label of the checkout's box. @param mobile ten digits */
export const orderUpdatesWording = (channels: readonly PhoneChannel[], mobile: string) =>
  `Send updates about this order by ${named(channels)} to +91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;

/** The label of the account's switch. @param mobile ten digits */
export const accountUpdatesWording = (channel: PhoneChannel, mobile: string) =>
  `Send updates about my orders by ${CHANNEL_NAMES[channel]} to +91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
