/** The texts that owners start from; they register them, changed or not. */

import type { PhoneChannel } from "./channels.ts";
import type { PhoneEventName } from "./events.ts";

const WHATSAPP: Readonly<Record<PhoneEventName, { text: string; hasButton: boolean }>> = {
  // As Meta itself words it.
  cash_code: { text: "{code} is your verification code.", hasButton: false },
  confirmed: {
    text: "Thank you. Your order {order} for Rs {amount} is confirmed. We write again when it ships.",
    hasButton: true,
  },
  shipped: { text: "Your order {order} is on its way with {courier}, AWB {awb}. You can track it.", hasButton: true },
  out_for_delivery: {
    text: "Your order {order} arrives today with {courier}. To pay on delivery: {payment}.",
    hasButton: true,
  },
  delivery_failed: {
    text: "We could not deliver your order {order} today. The courier tries again on {day}. If that does not suit you, tell us.",
    hasButton: true,
  },
  delivered: { text: "Your order {order} was delivered. If anything is wrong with it, tell us.", hasButton: true },
  cancelled: {
    text: "Your order {order} is cancelled. If you have paid, the money goes back the same way.",
    hasButton: true,
  },
  refunded: {
    text: "We have sent back Rs {amount} for your order {order}. It can take 5 to 7 working days to show in your account.",
    hasButton: false,
  },
};

const SMS: Readonly<Record<PhoneEventName, string>> = {
  cash_code: "{code} is the code to confirm your order {order} of Rs {amount}. Valid for 10 minutes.",
  confirmed: "Thank you. Your order {order} for Rs {amount} is confirmed.",
  shipped: "Your order {order} is on its way with {courier}, AWB {awb}.",
  out_for_delivery: "Your order {order} arrives today with {courier}. To pay on delivery: {payment}.",
  delivery_failed:
    "We could not deliver your order {order} today. The courier tries again on {day}. Another day or address: {link}",
  delivered: "Your order {order} was delivered.",
  cancelled: "Your order {order} is cancelled. If you have paid, the money goes back the same way.",
  refunded: "We have sent back Rs {amount} for your order {order}.",
};

/**
 * @param shopName stands at the end of an SMS, because its sender is six letters
 * @param origin of the shop, which an SMS has as words of its text: with it, an address would be longer than a value may be
 */
export const suggestedText = (
  event: PhoneEventName,
  channel: PhoneChannel,
  { shopName, origin }: { shopName: string; origin: string },
): { text: string; hasButton: boolean } =>
  channel === "whatsapp"
    ? WHATSAPP[event]
    : { text: `${SMS[event].replace("{link}", `${origin}/{link}`)} - ${shopName}`, hasButton: false };

/** The name that a template has at Meta unless the owner takes another. */
export const suggestedName = (event: PhoneEventName, channel: PhoneChannel) =>
  channel === "whatsapp" ? `order_${event}` : "";
