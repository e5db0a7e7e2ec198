/** Open pages of the back office receive what has changed, also at another instance. */

import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const cookieOf = ({ browser }: Awaited<ReturnType<typeof signInAs>>) =>
  `staff_session=${browser.cookies.get("staff_session")}`;

/** Opens the stream; `next` waits for an event and returns the names of those that came. */
async function listen(app: FastifyInstance, cookie: string) {
  const response = await app.inject({
    url: "/admin/api/events",
    headers: { accept: "text/event-stream", cookie },
    payloadAsStream: true,
  });
  expect(response.headers["content-type"]).toContain("text/event-stream");
  const chunks = response.stream()[Symbol.asyncIterator]();
  return {
    async next(): Promise<string[]> {
      while (true) {
        const { value, done } = await chunks.next();
        if (done) return ["the end"];
        const events = [...String(value).matchAll(/^event: (\w+)$/gm)].map(([, name = ""]) => name);
        if (events.length > 0) return events;
      }
    },
    close: () => response.stream().destroy(),
  };
}

it("an order and a message are events for those who may see them, at every instance", async () => {
  const shoppers = buyersOf(shop);
  const product = await shoppers.sell({ stock: 5 });
  const buyer = await shoppers.buyer({ [product]: 1 });
  const [packer, support] = [await signInAs(shop, "Packer"), await signInAs(shop, "Support")];
  const other = await shop.openAnother();
  const [orders, both] = [await listen(other, cookieOf(packer)), await listen(shop.app, cookieOf(support))];
  const form = { name: "Asha", email: "asha@example.com", phone: "+91 98450 12345", address: "Bengaluru" };
  expect((await shoppers.people.post("contact", form)).status).toBe(200);
  expect(await both.next()).toEqual(["messages"]);
  await buyer.buy();
  expect(await orders.next()).toEqual(["orders"]);
  expect(await both.next()).toEqual(["orders"]);
  orders.close();
  both.close();
});

it("listening does not prolong the session, and responds at once without an event stream", async () => {
  const packer = await signInAs(shop, "Packer", "listens@staff.example");
  await shop.db.execute(sql`update staff_session set last_used_at = now() - interval '50 minutes'`);
  const used = () => rowsOf(shop, sql`select last_used_at from staff_session order by id`);
  const before = await used();
  expect((await packer.send("GET", "/events")).status).toBe(200);
  expect(await used()).toEqual(before);
  await packer.send("GET", "/session");
  expect(await used()).not.toEqual(before);
});
