import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import type { PincodePlace } from "../../../contract/shipping/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { ReadDatabase, ReadSources } from "../../platform/database/database.ts";
import { product, variant } from "../../platform/database/schema.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { ReadCash, Size } from "./cash-at-pincode.ts";
import { type ReadCourierService, serviceFor } from "./courier-service.ts";
import { destinationOf } from "./destination.ts";
import { placesOfPincode } from "./pincodes/find-place.ts";
import type { ShippingReader } from "./shipping-reader.ts";
import { calendarOf, methodsFor } from "./shipping-rules.ts";

interface ShippingDeps extends ReadSources {
  shipping: ShippingReader;
  shopSettings: { current(): Promise<ShopSettings> };
  readCouriers: ReadCourierService;
  readCash: ReadCash;
}

export function shippingRoutes(
  app: FastifyInstance,
  { read, latest, shipping, shopSettings, readCouriers, readCash }: ShippingDeps,
): void {
  handle(app, endpoints.readPincode, async ({ params }) => {
    const places = await placesOfPincode(params.pincode);
    const place = onlyOf(places);
    return {
      data: places.length === 0 ? null : { city: place?.city ?? "", state: place?.state ?? "", places: [...places] },
    };
  });

  handle(app, endpoints.readShippingMethods, async ({ params: { pincode }, query, latest: isLatest }) => {
    const db = isLatest ? latest : read;
    const [rules, settings, places, destination, size] = await Promise.all([
      shipping.current(),
      shopSettings.current(),
      placesOfPincode(pincode),
      destinationOf(pincode),
      sizeOf(db, query.variant_id),
    ]);
    const isListed = rules.zones.some(({ pincodes }) => pincodes.some((prefix) => pincode.startsWith(prefix)));
    const unknown = places.length === 0 && !isListed;
    const couriers = unknown ? null : serviceFor(await readCouriers(pincode), [size]);
    const methods = couriers?.isServed ? methodsFor(rules, destination, size) : [];
    return {
      data: {
        pincode,
        unknown,
        place: onlyOf(places),
        methods: methods.map(({ method: { code, name }, pricePaise, freeFromPaise, transit }) => ({
          code,
          name,
          price: toRupees(pricePaise),
          freeFrom: freeFromPaise === null ? null : toRupees(freeFromPaise),
          transit,
        })),
        calendar: calendarOf(rules, settings),
        cash: couriers && (await readCash(db, settings, size, { pincode, couriers })),
      },
    };
  });
}

const onlyOf = (places: readonly PincodePlace[]) => (places.length === 1 ? (places[0] ?? null) : null);

/** Returns what a parcel with one unit of a size holds; the lightest parcel, with alcohol, if the size is missing or unknown. */
async function sizeOf(db: ReadDatabase, variantId: string | undefined): Promise<Size> {
  const [size] =
    variantId === undefined
      ? []
      : await db
          .select({
            productId: variant.productId,
            goodsPaise: variant.pricePaise,
            grams: variant.weightGrams,
            isAlcoholFree: product.isAlcoholFree,
          })
          .from(variant)
          .innerJoin(product, eq(product.id, variant.productId))
          .where(eq(variant.id, Number(variantId)));
  if (!size) return { productId: null, goodsPaise: paise(0), grams: 0, isAlcoholFree: false };
  return { ...size, grams: size.grams ?? 0 };
}
