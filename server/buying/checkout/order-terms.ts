import type { InitPaymentBody } from "../../../contract/checkout/schemas.ts";
import type { PaymentMethod } from "../../../contract/orders/schemas.ts";
import { type Paise, toPaise } from "../../base/money.ts";
import type { PurchaseConsent } from "../../orders/measurement/consents.ts";
import { sellerOf } from "../../orders/orders/invoice/seller.ts";
import type { DeploymentSettings, ShopSettings } from "../../platform/config/config.ts";
import { takesTestPayments } from "../../platform/live/test-payments.ts";
import { connectedChannels } from "../../platform/phone-messages/connected.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { measurementOf } from "../../selling/settings/measurement.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { ReadCourierService } from "../../selling/shipping/courier-service.ts";
import { resolveAddress } from "../../selling/shipping/destination.ts";
import type { ShippingReader } from "../../selling/shipping/shipping-reader.ts";
import { calendarOf } from "../../selling/shipping/shipping-rules.ts";
import { cashRulesOf } from "./cash-terms.ts";
import type { ShippingTerms } from "./choose-shipping.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";

/** Returns the price of gift wrap; null if the shop offers none. */
export const giftWrapPrice = ({ GIFT_WRAP_RUPEES: rupees }: ShopSettings): Paise | null =>
  rupees === null ? null : toPaise(rupees);

interface TermsDeps {
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
  shipping: ShippingReader;
  readCouriers: ReadCourierService;
}

/** Reads the terms of an order: the owner's settings, and the choices of its request. */
export function orderTerms({ settings, shopSettings, shipping, readCouriers }: TermsDeps) {
  /** @param pincode where couriers are to be asked whether they serve it, before any transaction */
  async function shippingTerms(current: ShopSettings, pincode: string | undefined): Promise<ShippingTerms> {
    const [rules, couriers] = await Promise.all([
      shipping.current(),
      pincode === undefined ? undefined : readCouriers(pincode),
    ]);
    return { rules, calendar: calendarOf(rules, current), couriers };
  }
  /**
   * @param measurement what the browser says that its shopper has allowed
   * @param userAgent what the browser calls itself
   */
  const consentOf = async (
    measurement: InitPaymentBody["measurement"],
    userAgent: string | undefined,
  ): Promise<PurchaseConsent> => ({
    measurement: measurementOf(await shopSettings.current(), settings),
    allowed: measurement?.allowed ?? [],
    clientId: measurement?.client_id,
    userAgent,
  });
  return {
    shipping: shippingTerms,

    /**
     * @param userAgent what the request's browser calls itself
     * @throws ApiError (422) for an address whose state is not certain
     */
    async request(
      body: InitPaymentBody,
      paymentMethod: PaymentMethod,
      userAgent?: string,
    ): Promise<Omit<RequestedOrder, "unpaidOrderId">> {
      const shipping = await resolveAddress(body.address, "address.");
      const billing = body.billing_address ? await resolveAddress(body.billing_address, "billing_address.") : shipping;
      return {
        addresses: { shipping, billing },
        mobile: body.mobile_no || undefined,
        shippingMethod: body.shipping_method,
        gift: body.gift,
        shownSamples: body.samples?.map(Number),
        paymentMethod,
        shownPaise: body.total_price === undefined ? undefined : toPaise(body.total_price),
        shownAdvancePaise: body.advance === undefined ? undefined : toPaise(body.advance),
        wantsUpdates: body.phone_updates,
        consent: await consentOf(body.measurement, userAgent),
      };
    },

    consent: consentOf,

    /** Adds what couriers do at a destination that `rules` was not given. */
    withCouriers: async (rules: OrderRules, pincode: string): Promise<OrderRules> => ({
      ...rules,
      shipping: { ...rules.shipping, couriers: await readCouriers(pincode) },
    }),

    /**
     * @param origin of the request, for links in emails unless SHOP_ORIGIN is set
     * @param ip of its client, whose network has a limit of unpaid orders
     * @param pincode of the address, if couriers decide whether it is served
     */
    async rules(origin: string, ip: string, pincode?: string): Promise<OrderRules> {
      const current = await shopSettings.current();
      return {
        maxUnits: current.MAX_UNITS_PER_PRODUCT,
        maxPaise: toPaise(current.MAX_ORDER_RUPEES),
        payMinutes: settings.PAYMENT_MINUTES,
        seller: sellerOf(current),
        shipping: await shippingTerms(current, pincode),
        cash: cashRulesOf(current),
        waivesCashFee: current.CASH_FEE_WAIVED,
        giftWrapPaise: giftWrapPrice(current),
        documentSeries: settings.DOCUMENT_SERIES,
        isTest: takesTestPayments(settings),
        phoneChannels: connectedChannels(settings),
        prefixes: {
          order: current.ORDER_PREFIX,
          invoice: current.INVOICE_PREFIX,
          creditNote: current.CREDIT_NOTE_PREFIX,
        },
        shopOrigin: settings.SHOP_ORIGIN || origin,
        unpaidOrders: perIp("unpaid orders", ip, settings.ATTEMPTS_PER_IP),
        now: new Date(),
      };
    },
  };
}
