/** What the back office offers for an order is what the shop accepts. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { ORDER_ACTION_NAMES, ORDER_ACTIONS, type OrderAction } from "../../contract/admin/order-actions.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let attar = "";
let awbs = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  attar = await shoppers.sell({ title: "Attar", sku: "SKU-ATTAR", pricePaise: 100_000, stock: 500 });
});
afterAll(() => shop?.close());

const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
const parcel = () => {
  awbs += 1;
  return { courier: "Delhivery", awb: `ACT-${awbs}` };
};
const LINES = [{ position: 0, quantity: 1 }];
/** What each endpoint requires besides the version. */
const BODIES: Readonly<Partial<Record<OrderAction, () => object>>> = {
  ship: parcel,
  "ship-replacement": parcel,
  "delivery-failed": () => ({ again: "2026-12-24" }),
  edit: () => ({ add: [{ sku: "SKU-ATTAR", quantity: 1 }], reason: "" }),
  cancel: () => ({ reason: "" }),
  refund: () => ({ lines: LINES }),
  "refund-shipping": () => ({ amount: 1, reason: "Sorry." }),
  goodwill: () => ({ amount: 1, reason: "Sorry." }),
  "undo-write-off-cash": () => ({ reason: "It came." }),
  "return-approve": () => ({
    decisionReason: "damaged",
    courier: "Delhivery",
    date: "2026-12-24",
    between: "10 and 1",
  }),
  "return-accept": () => ({ decisionReason: "damaged" }),
  "return-decline": () => ({ decisionReason: "other", answer: "It was used." }),
};
async function act(number: string, action: OrderAction, body: object = {}) {
  const { version } = await read(number);
  const { method, path } = adminEndpoints[ORDER_ACTIONS[action].endpoint];
  return owner.send(method, path.replace(":number", number), { version, ...BODIES[action]?.(), ...body });
}

/** Two units at ₹1,000, delivered free of charge, with all that staff has done to them. */
const ORDERS: readonly [string, (number: string, buyer: Buyer) => Promise<void>][] = [
  ["paid", async () => {}],
  ["packed", async (number) => void (await act(number, "pack"))],
  ["shipped", async (number) => void (await act(number, "ship"))],
  ["sent in part", async (number) => void (await act(number, "ship", { units: LINES }))],
  [
    "sent in two parcels",
    async (number) => {
      await act(number, "ship", { units: LINES });
      await act(number, "ship");
    },
  ],
  [
    "out for delivery",
    async (number) => {
      await act(number, "ship");
      await act(number, "out-for-delivery");
    },
  ],
  [
    "refunded as goodwill",
    async (number) => {
      await act(number, "goodwill", { amount: 2000 });
    },
  ],
  [
    "to be returned",
    async (number, buyer) => {
      await act(number, "ship");
      await act(number, "deliver");
      await buyer.post(`order/${number}/return`, { reason: "The pump does not work" });
    },
  ],
  [
    "to be replaced",
    async (number, buyer) => {
      await act(number, "ship");
      await act(number, "deliver");
      await buyer.post(`order/${number}/return`, { reason: "The pump does not work" });
      await act(number, "return-accept", { replace: LINES });
    },
  ],
  ["cancelled", async (number) => void (await act(number, "cancel"))],
];

it.each(ORDERS)("rejects every action on an order that is %s and that it does not offer", async (_, prepare) => {
  const buyer = await shoppers.buyer({ [attar]: 2 });
  const { orderNumber } = await buyer.buy();
  await prepare(orderNumber, buyer);
  const before = await read(orderNumber);
  const offered: OrderAction[] = [...before.steps, ...before.actions];
  const others = ORDER_ACTION_NAMES.filter((action) => !offered.includes(action));
  for (const action of others) {
    const { status, body } = await act(orderNumber, action);
    // A body that the contract rejects would prove nothing.
    const isRule = body.code === "wrong_order_state" || (status === 422 && body.errors?.[0]?.field === "amount");
    expect([action, status >= 400 && isRule]).toEqual([action, true]);
  }
  const { state, timeline, shipments, remaining, notes } = before;
  expect(await read(orderNumber)).toMatchObject({ state, timeline, shipments, remaining, notes });
});

it("offers no refund of an amount once the whole payment is refunded", async () => {
  const buyer = await shoppers.buyer({ [attar]: 2 });
  const { orderNumber } = await buyer.buy();
  expect((await read(orderNumber)).actions).toEqual(["edit", "cancel", "goodwill"]);
  const { body } = await act(orderNumber, "goodwill", { amount: 2000 });
  expect(body.data.order.actions).toEqual(["edit", "cancel"]);
  const again = await act(orderNumber, "goodwill");
  expect([again.status, again.body.errors]).toEqual([
    422,
    [{ field: "amount", message: "Nothing is paid that could be refunded." }],
  ]);
});
