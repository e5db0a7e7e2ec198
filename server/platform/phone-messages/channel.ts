/** A provider of messages to mobile numbers. */

import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { PhoneEventName, PhoneValues } from "../../../contract/phone-messages/events.ts";
import type { PhoneTemplateText } from "../../../contract/phone-messages/templates.ts";

/** A message as it is handed over. */
export interface OutgoingPhoneMessage {
  event: PhoneEventName;
  /** Ten digits. */
  mobile: string;
  template: PhoneTemplateText;
  language: string;
  values: PhoneValues;
  /** The shop's own id of the message, which the provider's reports repeat if it can. */
  reference: string;
}

/** Sends messages by one channel. */
export interface PhoneProvider {
  /**
   * Hands a message over; accepted is not yet delivered.
   * @returns the provider's id
   * @throws PhoneRefusal
   */
  send(message: OutgoingPhoneMessage): Promise<string>;
  /** Answers somebody who has just written. Only WhatsApp can. @throws PhoneRefusal */
  reply?(mobile: string, text: string): Promise<void>;
}

/** The providers of the channels that are connected. */
export type PhoneProviders = Readonly<Partial<Record<PhoneChannel, PhoneProvider>>>;

/**
 * What a refusal asks for. `later`: try again. `never`: this message will not be sent. `number`: not on this channel. `blocked`: its owner
 * wants no messages. `template`: it differs from what is approved. `account`: nothing can be sent until the owner acts. `uncertain`: the
 * response was lost, so it may have been sent.
 */
export type RefusalKind = "later" | "never" | "number" | "blocked" | "template" | "account" | "uncertain";

/** A message was not accepted, or not certainly. */
export class PhoneRefusal extends Error {
  readonly kind: RefusalKind;

  /** @param message the provider's code and words, without number or values */
  constructor(kind: RefusalKind, message: string) {
    super(message.slice(0, 300));
    this.kind = kind;
  }
}
