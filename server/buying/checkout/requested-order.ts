import type { GiftBody } from "../../../contract/orders/gift.ts";
import type { PaymentMethod } from "../../../contract/orders/schemas.ts";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { Paise } from "../../base/money.ts";
import type { PurchaseConsent } from "../../orders/measurement/consents.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { LockedCustomer } from "../../platform/database/lock-customer.ts";
import type { Seller } from "../../platform/database/schema.ts";
import type { Limit } from "../../platform/rate-limits/limits.ts";
import type { LinkedOffers } from "../../selling/offers/read-offers.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";
import type { CashRules } from "./cash-terms.ts";
import type { ShippingTerms } from "./choose-shipping.ts";
import type { Addresses, OrderContent } from "./order-content.ts";
import type { ShownOrder } from "./shown-order.ts";

export interface OrderRules {
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  maxPaise: Paise;
  /** Minutes for which stock is reserved for a payment. */
  payMinutes: number;
  seller: Seller;
  shipping: ShippingTerms;
  /** Null if the shop does not offer cash on delivery. */
  cash: CashRules | null;
  /** Whether the fee for cash on delivery is waived if the order is paid online after all. */
  waivesCashFee: boolean;
  /** The price of gift wrap; null if the shop offers none. */
  giftWrapPaise: Paise | null;
  /** The number of document series. */
  documentSeries: number;
  /** What the numbers of the order and its documents begin with. */
  prefixes: { order: string; invoice: string; creditNote: string };
  /** Whether the shop takes test payments, so that it is a test order. */
  isTest: boolean;
  /** The channels to mobile numbers that are connected. */
  phoneChannels: readonly PhoneChannel[];
  /** The origin under which the customer reached the shop, for links in emails. */
  shopOrigin: string;
  /** How many orders customers with other unpaid orders may place from the request's network. */
  unpaidOrders: Limit;
  now: Date;
}

/** What is ordered instead of the contents of the cart. */
interface LinkedContent {
  readRows: (trx: DatabaseOrTransaction) => Promise<CartRow[]>;
  offers: LinkedOffers;
}

export interface RequestedOrder extends ShownOrder {
  /** With the proper names of their states. The shipping address is the parcel's destination, for taxes and shipping rules alike. */
  addresses: Addresses;
  /** The number that the courier calls; by default the buyer's. */
  mobile?: string | undefined;
  /** The code of the shipping method; by default the first one. */
  shippingMethod?: string | undefined;
  /** Undefined unless it is a gift. */
  gift?: GiftBody | undefined;
  paymentMethod: PaymentMethod;
  /** Which services may be told of the order; by default none. */
  consent?: PurchaseConsent | undefined;
  /** Whether the customer has ticked the box that offers updates to the phone; undefined if it was not shown. */
  wantsUpdates?: boolean | undefined;
  /** The pending order that the provider has just reported as unpaid. */
  unpaidOrderId?: number | undefined;
  /** The buyer; by default the customer, with the account's name and number. */
  buyer?: Pick<LockedCustomer, "name" | "mobile"> | undefined;
  /** Origin of the platform whose agent has put it together; undefined for any other order. */
  agentOrigin?: string | undefined;
  /** What is ordered by a link; by default the contents of the cart, with its code. */
  link?: LinkedContent | undefined;
  /**
   * Confirms an order that costs nothing, in the transaction that places it. By default such an order is rejected, because who requests it
   * would open an empty payment.
   */
  confirmFree?: ((trx: DatabaseOrTransaction, order: OrderRow) => Promise<void>) | undefined;
  /** Runs in the transaction that places the order, or continues the pending one. */
  onPlaced?: ((trx: DatabaseOrTransaction, order: OrderRow, content: OrderContent) => Promise<void>) | undefined;
}
