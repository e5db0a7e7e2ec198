import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import type { ShopSettings } from "../config.ts";
import { handle } from "../http/endpoints.ts";
import { paise, toRupees } from "../money.ts";
import { findPlace, placeOfPincode } from "./pincodes/find-place.ts";
import type { ShippingReader } from "./shipping-reader.ts";
import { calendarOf, methodsFor } from "./shipping-rules.ts";

interface ShippingDeps {
  shipping: ShippingReader;
  shopSettings: { current(): Promise<ShopSettings> };
}

export function shippingRoutes(app: FastifyInstance, { shipping, shopSettings }: ShippingDeps): void {
  handle(app, endpoints.readPincode, async ({ params }) => ({ data: await findPlace(params.pincode) }));

  handle(app, endpoints.readDelivery, async ({ params: { pincode } }) => {
    const [rules, settings, place] = await Promise.all([
      shipping.current(),
      shopSettings.current(),
      placeOfPincode(pincode),
    ]);
    const isListed = rules.zones.some(({ pincodes }) => pincodes.some((prefix) => pincode.startsWith(prefix)));
    // A pincode that neither the table nor a zone knows is probably mistyped.
    if (!place && !isListed) await findPlace(pincode);
    const destination = { pincode, state: place?.state ?? null };
    const methods = methodsFor(rules, destination, { goodsPaise: paise(0), grams: 0 });
    return {
      data: {
        pincode,
        place,
        methods: methods.map(({ method: { code, name }, pricePaise, freeFromPaise, transit }) => ({
          code,
          name,
          price: toRupees(pricePaise),
          freeFrom: freeFromPaise === null ? null : toRupees(freeFromPaise),
          transit,
        })),
        calendar: calendarOf(rules, settings),
      },
    };
  });
}
