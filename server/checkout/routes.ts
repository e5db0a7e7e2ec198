import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { createCartReader } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { serveCall } from "../http/calls.ts";
import { currentSettings } from "../settings/settings.ts";
import { findPlace } from "./pincodes/find-place.ts";
import { toCheckout } from "./read-checkout.ts";

export function checkoutRoutes(
  app: FastifyInstance,
  { db, environment }: { db: Database; environment: Record<string, string | undefined> },
): void {
  const readItems = createCartReader(db);

  serveCall(app, calls.readCheckout, async ({ customer }) => {
    const [items, { MOST_PIECES }] = await Promise.all([readItems(customer.id), currentSettings(db, environment)]);
    return { data: toCheckout(items, MOST_PIECES) };
  });
  serveCall(app, calls.readPincode, async ({ params }) => ({ data: await findPlace(params.pincode) }));
}
