/** Random numbers that are taken already are drawn again. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** Lets the next two rows of a table draw a taken number. A sequence counts them, since it is not rolled back. */
async function simulateTakenNumbers(table: "customer_order" | "contact_message", constraint: string): Promise<void> {
  await shop.db.execute(sql.raw(`create sequence draws_of_${table}`));
  await shop.db.execute(
    sql.raw(`create function draw_${table}() returns trigger language plpgsql as $$ begin
      if nextval('draws_of_${table}') <= 2 then
        raise exception 'duplicate key' using errcode = 'unique_violation', constraint = '${constraint}';
      end if;
      return new;
    end $$`),
  );
  await shop.db.execute(
    sql.raw(`create trigger draw before insert on ${table} for each row execute function draw_${table}()`),
  );
}

it("the number of an order", async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
  await simulateTakenNumbers("customer_order", "customer_order_number_unique");
  expect((await asha.buy()).verified.body.data.outcome).toBe("paid");
});

it("the reference of a message", async () => {
  await simulateTakenNumbers("contact_message", "contact_message_reference_unique");
  const message = {
    name: "Asha",
    email: "asha@example.com",
    phone: "+919845012345",
    address: "Lucknow",
    message: "Hello",
  };
  const { status, body } = await shoppers.people.post("contact", message);
  expect(body).toMatchObject({ success: true, data: { reference: expect.stringMatching(/^M-/) } });
  expect(status).toBeLessThan(300);
});
