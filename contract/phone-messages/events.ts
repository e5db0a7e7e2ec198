/** What customers are told by WhatsApp or SMS, and the values that the text of each may contain. */

/**
 * What a value consists of, as India's registers of SMS templates (DLT) check it. `link`: the end of an address of the shop, without its
 * origin and the slash after it. `url`: the whole address.
 */
export type PhoneValueKind = "numeric" | "alphanumeric" | "link" | "url";

/** Characters of a value in an SMS, by the classic rules of DLT. */
export const MAX_VALUE_LENGTH = 40;

interface PhoneValue {
  kind: PhoneValueKind;
  /** Maximum number of characters; longer ones are shortened. A `url` is as long as the shop's origin makes it. */
  max: number;
  /** What it is, for the owner. */
  meaning: string;
  example: string;
}

const order = { kind: "alphanumeric", max: 20, meaning: "Order number", example: "KW-7Q4M-2XKD" } as const;
const courier = { kind: "alphanumeric", max: 30, meaning: "Courier", example: "Delhivery" } as const;
const awb = { kind: "alphanumeric", max: 40, meaning: "AWB", example: "BD60417738204" } as const;
const amount = { kind: "alphanumeric", max: 12, meaning: "Amount without a sign", example: "1,499.00" } as const;
const link = {
  kind: "link",
  max: MAX_VALUE_LENGTH,
  meaning: "End of the address of the order’s page",
  example: "tracking?find=KW-7Q4M-2XKD&by=order",
} as const;
const url = { kind: "url", max: MAX_VALUE_LENGTH, meaning: "Whole address of the order’s page", example: "" } as const;
const values = { order, link, url } as const;

interface PhoneEvent {
  /** As the back office lists it. */
  title: string;
  /** Whether it is sent because the customer has just asked for it, rather than by consent to messages about orders. */
  isRequested: boolean;
  values: Readonly<Record<string, PhoneValue>>;
  /** Until how many minutes after its event it is tried. */
  expiresMinutes: number;
  /** After how many seconds without a delivery the next channel follows. */
  fallBackSeconds: number;
  /** Whether one whose response was lost is sent again: a second message must be harmless. */
  mayRepeat: boolean;
}

const TEN_MINUTES = 600;
const DAY = 24 * 60;

export const PHONE_EVENTS = {
  cash_code: {
    title: "Code for cash on delivery",
    isRequested: true,
    values: { code: { kind: "numeric", max: 6, meaning: "Code", example: "482913" }, order, amount },
    expiresMinutes: 5,
    fallBackSeconds: 60,
    mayRepeat: false,
  },
  confirmed: {
    title: "Order confirmed",
    isRequested: false,
    values: { ...values, amount },
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: false,
  },
  shipped: {
    title: "Shipped",
    isRequested: false,
    values: { ...values, courier, awb },
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: true,
  },
  out_for_delivery: {
    title: "Out for delivery",
    isRequested: false,
    values: {
      ...values,
      courier,
      awb,
      amount: { ...amount, meaning: "Cash to have ready, 0.00 if paid" },
      payment: {
        kind: "alphanumeric",
        max: 30,
        meaning: "Cash to have ready, or that it is prepaid",
        example: "Rs 1,499.00",
      },
    },
    expiresMinutes: 4 * 60,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: true,
  },
  delivery_failed: {
    title: "Delivery failed",
    isRequested: false,
    values: {
      ...values,
      link: {
        ...link,
        meaning: "End of the address where the customer says what happens next",
        example: "redelivery/1234567_AbCdEfGhIjKlMnOp",
      },
      courier,
      day: { kind: "alphanumeric", max: 20, meaning: "Day of the next attempt", example: "3 December 2026" },
    },
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: true,
  },
  delivered: {
    title: "Delivered",
    isRequested: false,
    values,
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: true,
  },
  cancelled: {
    title: "Cancelled",
    isRequested: false,
    values,
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: true,
  },
  refunded: {
    title: "Refund sent",
    isRequested: false,
    values: { ...values, amount },
    expiresMinutes: DAY,
    fallBackSeconds: TEN_MINUTES,
    mayRepeat: false,
  },
} as const satisfies Record<string, PhoneEvent>;

export type PhoneEventName = keyof typeof PHONE_EVENTS;
export const PHONE_EVENT_NAMES = Object.keys(PHONE_EVENTS) as [PhoneEventName, ...PhoneEventName[]];

export const phoneEvent = (name: PhoneEventName): PhoneEvent => PHONE_EVENTS[name];

/** The values of an event, by their names. */
export type PhoneValues = Readonly<Record<string, string>>;
