import * as z from "zod/mini";
import { newOffer } from "../contract/admin/offers.ts";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { createOffer } from "../server/selling/offers/manage-offers.ts";

/** The demo's offers, as the owner would write them to a file. */
const demoOffers: z.input<typeof newOffer>[] = [
  {
    name: "10% off your first order",
    kind: "percentage",
    percent: 10,
    codes: ["WELCOME10"],
    minimum: 999,
    firstOrder: true,
    maxUsesPerCustomer: 1,
  },
  { name: "Three attars for two", kind: "buy_x_get_y", buy: 2, free: 1, codes: ["ATTAR3"], categories: ["attars"] },
  {
    name: "Your Discovery Set, credited",
    kind: "set_credit",
    days: 60,
    sets: ["discovery-set"],
    categories: ["perfumes"],
  },
  {
    name: "Two vials of your choice",
    kind: "free_samples",
    free: 2,
    samples: ["KW-EDP-KEWRA-2", "KW-EDP-MITTI-2", "KW-EDP-MOGRA-2", "KW-EDP-ROSE-2", "KW-EDP-OUD-2"],
    minimum: 1999,
  },
];

export async function insertDemoOffers(trx: DatabaseOrTransaction, now: Date): Promise<void> {
  for (const offer of demoOffers) await createOffer(trx, z.parse(newOffer, offer), now);
}
