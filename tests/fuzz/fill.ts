/** Fills the demo shop with what staff acts on and the demo lacks. */

import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { simulateDispute, simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { openSession } from "../../server/people/accounts/sessions.ts";
import { createCampaign } from "../../server/people/campaigns/campaigns.ts";
import { recordIncident } from "../../server/people/privacy/incidents.ts";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { customer, phoneTemplate, product } from "../../server/platform/database/schema.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { ownerOf } from "./owner.ts";
import { send } from "./request.ts";

const ORDERS = 40;
/** Of campaigns and incidents. */
const OTHERS = 10;
const ADDRESS = { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
/** The steps that staff has taken with an order; each list is used in turn. */
const STEPS: readonly (readonly string[])[] = [
  [],
  ["pack"],
  ["ship"],
  ["ship", "out-for-delivery"],
  ["ship", "deliver"],
];

/** @param url of the open shop */
export async function fillShop(db: Database, url: string): Promise<void> {
  for (let place = 1; place <= OTHERS; place++) {
    await createCampaign(db, { copyOf: undefined }, COMMAND_ACTOR, url);
    const texts = {
      title: `Title ${place}`,
      description: "A list was sent to a wrong address.",
      affected: "",
      remedy: "",
    };
    await recordIncident(db, { ...texts, noticedAt: new Date().toISOString() }, COMMAND_ACTOR);
  }
  // The codes of cash orders are read in the mailbox.
  await db.update(phoneTemplate).set({ isEnabled: false }).where(eq(phoneTemplate.event, "cash_code"));
  const [soap] = await db.select().from(product).where(eq(product.slug, "charcoal-neem-soap"));
  const owner = ownerOf(url);
  const places = Array.from({ length: ORDERS }, (_, at) => at + 1);
  await Promise.all(
    places.map(async (place) => {
      const { order, paymentId } = await buy(db, url, { productId: String(soap?.id), place });
      await waitFor(async () => (await owner.read(`/orders/${order}`)).state !== "pending");
      if (paymentId && place % 4 === 3) await simulateDispute(db, paymentId);
      for (const step of STEPS[place % STEPS.length] ?? []) {
        const { version } = await owner.read(`/orders/${order}`);
        const parcel = step === "ship" ? { courier: "Delhivery", awb: `FUZZ${place}` } : {};
        await owner.post(`/orders/${order}/${step}`, { version, ...parcel });
      }
    }),
  );
}

/** Buys as a new customer, paid online or on delivery. */
async function buy(
  db: Database,
  url: string,
  { productId, place }: { productId: string; place: number },
): Promise<{ order: string; paymentId?: string }> {
  const email = `buyer-${place}@example.com`;
  const [buyer] = await db.insert(customer).values({ email, name: "Asha Rao" }).returning();
  if (!buyer) throw new Error("no customer was made");
  const { token } = await openSession(db, buyer, "fuzz");
  const post = async (path: string, body: object) => {
    const response = await send(url, {
      ...{ what: "", method: "POST", path: `/api/${path}` },
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.body}`);
    return JSON.parse(response.body.toString()).data;
  };
  await post("cart", { product_id: productId, quantity: 2 });
  if (place % 4 < 2) {
    const { orderNumber } = await post("cash-order", { address: ADDRESS, mobile_no: "9000012345" });
    const mails = () => send(url, { what: "", method: "GET", path: `/sandbox/mail.json?to=${email}`, headers: {} });
    const code = await waitFor(
      async () => /^ {4}(\d{6})$/m.exec(JSON.parse((await mails()).body.toString())[0]?.text)?.[1],
    );
    await post(`cash-order/${orderNumber}/confirm`, { code });
    return { order: orderNumber };
  }
  const { id, orderNumber } = await post("init/payment", { address: ADDRESS });
  return { order: orderNumber, paymentId: (await simulatePayment(db, id)).id };
}

/** Waits for what a job does. */
async function waitFor<Result>(read: () => Promise<Result | undefined | false>): Promise<Result> {
  const end = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < end) {
    const found = await read();
    if (found) return found;
    await pause(50);
  }
  throw new Error("a job of the shop takes too long");
}
