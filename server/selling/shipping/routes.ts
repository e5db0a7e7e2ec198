import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import type { PincodePlace } from "../../../contract/shipping/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { ReadDatabase, ReadSources } from "../../platform/database/database.ts";
import { variant } from "../../platform/database/schema.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { ReadCourierService } from "./courier-service.ts";
import { destinationOf } from "./destination.ts";
import { placesOfPincode } from "./pincodes/find-place.ts";
import type { ShippingReader } from "./shipping-reader.ts";
import { calendarOf, methodsFor, type Parcel } from "./shipping-rules.ts";

interface ShippingDeps extends ReadSources {
  shipping: ShippingReader;
  shopSettings: { current(): Promise<ShopSettings> };
  readCouriers: ReadCourierService;
}

export function shippingRoutes(
  app: FastifyInstance,
  { read, latest, shipping, shopSettings, readCouriers }: ShippingDeps,
): void {
  handle(app, endpoints.readPincode, async ({ params }) => {
    const places = await placesOfPincode(params.pincode);
    const place = onlyOf(places);
    return {
      data: places.length === 0 ? null : { city: place?.city ?? "", state: place?.state ?? "", places: [...places] },
    };
  });

  handle(app, endpoints.readShippingMethods, async ({ params: { pincode }, query, latest: isLatest }) => {
    const [rules, settings, places, destination, parcel] = await Promise.all([
      shipping.current(),
      shopSettings.current(),
      placesOfPincode(pincode),
      destinationOf(pincode),
      parcelOf(isLatest ? latest : read, query.variant_id),
    ]);
    const isListed = rules.zones.some(({ pincodes }) => pincodes.some((prefix) => pincode.startsWith(prefix)));
    const unknown = places.length === 0 && !isListed;
    const isServed = !unknown && (await readCouriers(pincode)).isServed;
    const methods = !isServed ? [] : methodsFor(rules, destination, parcel);
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
      },
    };
  });
}

const onlyOf = (places: readonly PincodePlace[]) => (places.length === 1 ? (places[0] ?? null) : null);

/** Returns a parcel with one unit of a size; the lightest parcel if the size is missing or unknown. */
async function parcelOf(db: ReadDatabase, variantId: string | undefined): Promise<Parcel> {
  const [size] =
    variantId === undefined
      ? []
      : await db
          .select({ goodsPaise: variant.pricePaise, grams: variant.weightGrams })
          .from(variant)
          .where(eq(variant.id, Number(variantId)));
  return { goodsPaise: size?.goodsPaise ?? paise(0), grams: size?.grams ?? 0 };
}
