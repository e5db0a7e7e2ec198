/** What services that measure purchases are told of one, in their formats. Pure. */

import { createHash } from "node:crypto";
import { isIndianMobile, mobileNumberOf } from "../../../contract/written-numbers.ts";
import { type Paise, paise, toRupees } from "../../base/money.ts";

/** An order as far as services are told of it. */
export interface Purchase {
  /** By which a service recognises an event that it gets again. */
  number: string;
  at: Date;
  shopOrigin: string;
  email: string;
  /** Empty if unknown. */
  mobile: string;
  totalPaise: Paise;
  shippingPaise: Paise;
  feesPaise: Paise;
  /** The GST within the total. */
  taxPaise: Paise;
  /** What was bought; free samples are none of it. */
  items: readonly PurchasedItem[];
}

interface PurchasedItem {
  sku: string;
  title: string;
  /** The size. */
  label: string;
  quantity: number;
  pricePaise: Paise;
  /** Off all its units, by offers and rounding. */
  discountPaise: Paise;
}

/** The price of one unit after discounts, in rupees, rounded to paise. */
const unitPrice = ({ pricePaise, quantity, discountPaise }: PurchasedItem) =>
  toRupees(paise(Math.round((pricePaise * quantity - discountPaise) / quantity)));

/**
 * The body of Google Analytics' Measurement Protocol
 * (https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference/events#purchase). The value is what the goods cost,
 * as prices are shown here: with GST, without shipping and fees.
 */
export function googlePurchase(purchase: Purchase, clientId: string) {
  const { number, at, totalPaise, shippingPaise, feesPaise, taxPaise, items } = purchase;
  return {
    client_id: clientId,
    timestamp_micros: at.getTime() * 1000,
    // Nobody was asked about advertising.
    consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
    events: [
      {
        name: "purchase",
        params: {
          transaction_id: number,
          currency: "INR",
          value: toRupees(paise(totalPaise - shippingPaise - feesPaise)),
          tax: toRupees(taxPaise),
          shipping: toRupees(shippingPaise),
          items: items.map((item) => ({
            item_id: item.sku,
            item_name: item.title,
            item_variant: item.label,
            price: unitPrice(item),
            quantity: item.quantity,
          })),
        },
      },
    ],
  };
}

/**
 * The body of Meta's Conversions API, without the access token
 * (https://developers.facebook.com/docs/marketing-api/conversions-api/parameters). The items have the ids of the product feed.
 */
export function metaPurchase(purchase: Purchase, userAgent: string | null) {
  const { number, at, shopOrigin, email, mobile, totalPaise, items } = purchase;
  const phone = isIndianMobile(mobile) ? `91${mobileNumberOf(mobile)}` : null;
  return {
    data: [
      {
        event_name: "Purchase",
        event_id: number,
        event_time: Math.floor(at.getTime() / 1000),
        // An event of a website must name its browser.
        ...(userAgent === null
          ? { action_source: "other" }
          : { action_source: "website", event_source_url: `${shopOrigin}/checkout` }),
        user_data: {
          em: [hashOf(email)],
          ...(phone !== null && { ph: [hashOf(phone)] }),
          ...(userAgent !== null && { client_user_agent: userAgent }),
        },
        custom_data: {
          currency: "INR",
          value: toRupees(totalPaise),
          order_id: number,
          content_type: "product",
          contents: items.map((item) => ({ id: item.sku, quantity: item.quantity, item_price: unitPrice(item) })),
        },
      },
    ],
  };
}

/** SHA-256 in hexadecimal, of an email or number as Meta writes it. */
const hashOf = (contact: string) => createHash("sha256").update(contact.trim().toLowerCase()).digest("hex");
