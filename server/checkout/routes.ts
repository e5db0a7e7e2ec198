import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { createCartReader } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { handle } from "../http/endpoints.ts";
import { currentSettings } from "../settings/settings.ts";
import { findPlace } from "./pincodes/find-place.ts";
import { toCheckout } from "./read-checkout.ts";

export function checkoutRoutes(
  app: FastifyInstance,
  { db, environment }: { db: Database; environment: Record<string, string | undefined> },
): void {
  const readItems = createCartReader(db);

  handle(app, endpoints.readCheckout, async ({ customer }) => {
    const [items, { MAX_UNITS_PER_PRODUCT }] = await Promise.all([
      readItems(customer.id),
      currentSettings(db, environment),
    ]);
    return { data: toCheckout(items, MAX_UNITS_PER_PRODUCT) };
  });
  handle(app, endpoints.readPincode, async ({ params }) => ({ data: await findPlace(params.pincode) }));
}
