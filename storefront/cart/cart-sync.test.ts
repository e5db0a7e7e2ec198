/** How a tab synchronises its cart. The test answers each request, so it decides what happens meanwhile. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cart, CartContents } from "../../contract/cart/schemas.ts";
import { RequestError } from "../api/request.ts";
import { cartStore, NO_CART } from "./cart.ts";
import { cartPageStore, cartSync } from "./cart-sync.ts";

interface PendingRequest {
  call: string;
  response: (value: unknown) => void;
  fail: (error: unknown) => void;
}
let requests: PendingRequest[];
const send = (...sent: unknown[]) =>
  new Promise((response, fail) => requests.push({ call: sent.join(" "), response, fail }));

interface Sent {
  params: { product_id: string };
  body: { product_id: string; quantity: number; price: number };
  query: { forCount: boolean };
}
interface SentSamples {
  body: { variant_ids: string[] };
}
vi.mock("../api/api.ts", () => ({
  api: {
    readCart: ({ query }: Sent) => send("read", query.forCount ? "count" : "all"),
    addToCart: ({ body }: Sent) => send("add", body.product_id, body.quantity),
    changeQuantity: ({ body }: Sent) => send("quantity", body.product_id, body.quantity),
    removeFromCart: ({ params }: Sent) => send("remove", params.product_id),
    acceptPrice: ({ params, body }: Sent) => send("accept", params.product_id, body.price),
    chooseSamples: ({ body }: SentSamples) => send("samples", ...body.variant_ids),
  },
}));

const tick = () => new Promise((resolve) => setTimeout(resolve));
const contents = (...productIds: string[]): CartContents => ({
  productIds,
  count: productIds.length,
  quantities: productIds.map((product_id) => ({ product_id, quantity: 1 })),
});
const cartOf = (...items: [id: string, quantity: number][]) =>
  ({
    ...contents(...items.map(([id]) => id)),
    data: items.map(([id, quantity]) => ({ product: { _id: id }, quantity })),
  }) as Cart;
const calls = () => requests.map(({ call }) => call);
const quantities = () => cartPageStore.get().cart?.data.map(({ quantity }) => quantity);

/** Responds to the latest request. */
async function response(value: unknown): Promise<void> {
  requests.at(-1)?.response(value);
  await tick();
}
async function fail(status: number): Promise<void> {
  const body = status === 404 && ({ success: false, statusCode: status, code: "not_found", message: "" } as const);
  requests.at(-1)?.fail(new RequestError(status, body || undefined));
  await tick();
}

let stop = () => {};
let unread: number;

beforeEach(async () => {
  requests = [];
  unread = 0;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  stop = cartSync.follow(() => {
    unread += 1;
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("a customer's cart", () => {
  it("is read in count-only mode at the start", { meta: { requirements: "S4.29" } }, async () => {
    expect(calls()).toEqual(["read count"]);
    await response(contents("A", "B"));
    expect(cartStore.get()).toEqual({ items: ["A", "B"], count: 2, quantities: { A: 1, B: 1 }, read: true });
  });

  it("reports when it cannot be read, and is read again later", async () => {
    await fail(500);
    expect(unread).toBe(1);
    cartSync.refresh();
    await response(contents("A"));
    expect(cartStore.get().count).toBe(1);
  });

  it("is empty after logout, whatever was pending", async () => {
    await response(contents("A"));
    const added = cartSync.request("B", { kind: "add", quantity: 1 });
    stop();
    expect(cartStore.get()).toEqual(NO_CART);
    await response(contents("A", "B"));
    await added;
    expect(cartStore.get().count).toBe(0);
  });

  it("of the next customer is read although the one before was under way", async () => {
    stop();
    stop = cartSync.follow(() => {});
    await response(contents("Z"));
    requests[0]?.response(contents("A"));
    await tick();
    expect(cartStore.get().items).toEqual(["Z"]);
  });
});

describe("ADD TO CART", () => {
  beforeEach(() => response(contents("A")));

  it("shows at once, and the server's state after the response", { meta: { requirements: "S4.30" } }, async () => {
    const added = cartSync.request("B", { kind: "add", quantity: 3 });
    expect(cartStore.get().items).toEqual(["A", "B"]);
    expect(calls().at(-1)).toBe("add B 3");
    // Another device has removed A meanwhile.
    await response(contents("B"));
    await added;
    expect(cartStore.get().items).toEqual(["B"]);
  });

  it("is dropped when it fails, and the cart is read again", async () => {
    const added = cartSync.request("B", { kind: "add", quantity: 1 });
    const outcome = expect(added).rejects.toMatchObject({ status: 422 });
    await fail(422);
    expect(calls().at(-1)).toBe("read count");
    await response(contents("A"));
    await outcome;
    expect(cartStore.get().items).toEqual(["A"]);
    expect(unread).toBe(0);
  });

  it("waits for its turn: requests go out one after the other", async () => {
    void cartSync.request("B", { kind: "add", quantity: 1 });
    void cartSync.request("C", { kind: "add", quantity: 1 });
    expect(cartStore.get().items).toEqual(["A", "B", "C"]);
    expect(calls()).toHaveLength(2);
    await response(contents("A", "B"));
    expect(calls().at(-1)).toBe("add C 1");
    expect(cartStore.get().items).toEqual(["A", "B", "C"]);
  });

  it("and REMOVE FROM CART, while it is pending, end as the last click", async () => {
    void cartSync.request("B", { kind: "add", quantity: 1 });
    const removed = cartSync.request("B", { kind: "remove" });
    expect(cartStore.get().items).toEqual(["A"]);
    await response(contents("A", "B"));
    expect(cartStore.get().items).toEqual(["A"]);
    expect(calls().at(-1)).toBe("remove B");
    await response(contents("A"));
    await removed;
  });

  it("of a product that is in the cart meanwhile sends no request", async () => {
    await cartSync.request("A", { kind: "add", quantity: 1 });
    expect(calls()).toEqual(["read count"]);
  });

  it("then REMOVE FROM CART of a product that another tab removed succeeds", {
    meta: { requirements: "S4.31" },
  }, async () => {
    const removed = cartSync.request("A", { kind: "remove" });
    await fail(404);
    await response(contents());
    await expect(removed).resolves.toBeUndefined();
    expect(cartStore.get().count).toBe(0);
  });
});

describe("the cart page", () => {
  let leave = () => {};
  beforeEach(async () => {
    await response(contents("A"));
    leave = cartSync.watch();
    await response(cartOf(["A", 1], ["B", 2]));
  });
  afterEach(() => leave());

  it("has the whole cart read, and shares its ids", { meta: { requirements: "S4.37" } }, () => {
    expect(calls()).toEqual(["read count", "read all"]);
    expect(cartStore.get().items).toEqual(["A", "B"]);
    expect(quantities()).toEqual([1, 2]);
  });

  it("shows a new quantity at once, and reads the cart after the response", {
    meta: { requirements: "S4.35, S7.45" },
  }, async () => {
    void cartSync.request("B", { kind: "quantity", quantity: 3 });
    expect(quantities()).toEqual([1, 3]);
    await response(contents("A", "B"));
    expect(calls().slice(-2)).toEqual(["quantity B 3", "read all"]);
    // Until the cart is read, the pending change is shown.
    expect(quantities()).toEqual([1, 3]);
    expect(cartPageStore.get().waiting.has("B")).toBe(true);
    await response(cartOf(["A", 1], ["B", 3]));
    expect(quantities()).toEqual([1, 3]);
    expect(cartPageStore.get().waiting.size).toBe(0);
  });

  it("sends the last of many quantities only", async () => {
    for (const quantity of [3, 4, 5]) void cartSync.request("B", { kind: "quantity", quantity });
    await response(contents("A", "B"));
    await response(cartOf(["A", 1], ["B", 3]));
    expect(quantities()).toEqual([1, 5]);
    await response(contents("A", "B"));
    await response(cartOf(["A", 1], ["B", 5]));
    expect(calls().filter((call) => call.startsWith("quantity"))).toEqual(["quantity B 3", "quantity B 5"]);
  });

  it("shows the old quantity again when the new one is rejected", async () => {
    const changed = cartSync.request("B", { kind: "quantity", quantity: 9 });
    const outcome = expect(changed).rejects.toMatchObject({ status: 422 });
    await fail(422);
    await response(cartOf(["A", 1], ["B", 2]));
    await outcome;
    expect(quantities()).toEqual([1, 2]);
  });

  it("keeps the last cart and says so when it cannot be refreshed", async () => {
    cartSync.refresh();
    await fail(0);
    expect(cartPageStore.get()).toMatchObject({ failed: { status: 0 } });
    expect(quantities()).toEqual([1, 2]);
    expect(unread).toBe(0);
    cartSync.retry();
    // No error is shown during a retry.
    expect(cartPageStore.get()).toMatchObject({ failed: null });
    await fail(0);
    expect(cartPageStore.get()).toMatchObject({ failed: { status: 0 } });
    cartSync.refresh();
    await response(cartOf(["A", 1]));
    expect(cartPageStore.get()).toMatchObject({ failed: null });
  });
});

describe("free samples", () => {
  let leave = () => {};
  const withSamples = (...chosen: string[]) =>
    ({
      ...cartOf(["A", 1]),
      samples: { max: 3, options: ["1", "2", "3"].map((id) => ({ variant_id: id, chosen: chosen.includes(id) })) },
    }) as Cart;
  const chosen = () =>
    cartPageStore.get().cart?.samples?.options.flatMap((one) => (one.chosen ? [one.variant_id] : []));
  const tick = (id: string) => cartSync.chooseSamples([...(chosen() ?? []), id]);

  beforeEach(async () => {
    await response(contents("A"));
    leave = cartSync.watch();
    await response(withSamples());
  });
  afterEach(() => leave());

  it("ticked one after the other stay ticked while the cart is read in between", async () => {
    void tick("1");
    expect(chosen()).toEqual(["1"]);
    await response(undefined);
    expect(calls().slice(-2)).toEqual(["samples 1", "read all"]);
    void tick("2");
    // This cart was read before the second tick.
    await response(withSamples("1"));
    expect(chosen()).toEqual(["1", "2"]);
    expect(calls().at(-1)).toBe("samples 1 2");
    void tick("3");
    await response(undefined);
    await response(withSamples("1", "2"));
    expect(calls().at(-1)).toBe("samples 1 2 3");
    await response(undefined);
    await response(withSamples("1", "2", "3"));
    expect(chosen()).toEqual(["1", "2", "3"]);
  });

  it("are the last choice of several at once, stored before checkout reads", async () => {
    void tick("1");
    void tick("2");
    void tick("3");
    const waiting = cartSync.changesSettled();
    await response(undefined);
    await response(withSamples("1"));
    expect(calls().slice(-3)).toEqual(["samples 1", "read all", "samples 1 2 3"]);
    await response(undefined);
    await response(withSamples("1", "2", "3"));
    await waiting;
    expect(chosen()).toEqual(["1", "2", "3"]);
  });

  it("that the server rejects are unticked again, with its reason", async () => {
    const choice = tick("1");
    const outcome = expect(choice).rejects.toMatchObject({ status: 422 });
    await fail(422);
    await response(withSamples());
    await outcome;
    expect(chosen()).toEqual([]);
  });
});

describe("waiting for pending changes", () => {
  /** Records whether changesSettled() has resolved. */
  function waiter() {
    const seen = { done: false };
    void cartSync.changesSettled().then(() => {
      seen.done = true;
    });
    return seen;
  }

  it("lasts until no change is pending, including changes made meanwhile", async () => {
    await response(contents("A"));
    void cartSync.request("A", { kind: "quantity", quantity: 2 });
    const waiting = waiter();
    void cartSync.request("A", { kind: "quantity", quantity: 3 });
    await response(contents("A"));
    expect([calls().at(-1), waiting.done]).toEqual(["quantity A 3", false]);
    await response(contents("A"));
    expect(waiting.done).toBe(true);
  });

  it("waits no longer for a change that failed, or for one of a customer who has logged out", async () => {
    await response(contents("A"));
    cartSync.request("A", { kind: "quantity", quantity: 2 }).catch(() => {});
    const first = waiter();
    await fail(422);
    await response(contents("A"));
    expect(first.done).toBe(true);
    void cartSync.request("A", { kind: "quantity", quantity: 3 });
    const second = waiter();
    stop();
    await tick();
    expect(second.done).toBe(true);
  });

  it("does not wait where no change is pending", async () => {
    const waiting = waiter();
    await tick();
    expect(waiting.done).toBe(true);
  });
});

it("follows changes of another tab, and notifies it of its own", async () => {
  await response(contents());
  const other = new BroadcastChannel("cart");
  const notified = new Promise((resolve) => {
    other.onmessage = resolve;
  });
  void cartSync.request("A", { kind: "add", quantity: 1 });
  await response(contents("A"));
  await notified;
  other.postMessage("changed");
  await expect.poll(() => calls().at(-1)).toBe("read count");
  other.close();
});

describe("leaving the page", () => {
  const leave = () => window.dispatchEvent(new Event("pagehide"));
  beforeEach(() => response(contents("A", "C")));

  it("sends at once what waits for an earlier change, and nothing again if the page comes back", async () => {
    const done = [
      cartSync.request("A", { kind: "quantity", quantity: 2 }),
      cartSync.request("B", { kind: "add", quantity: 1 }),
      cartSync.request("C", { kind: "remove" }),
      cartSync.chooseSamples(["7", "8"]),
    ];
    await tick();
    expect(calls()).toEqual(["read count", "quantity A 2"]);
    leave();
    leave();
    const sent = ["read count", "quantity A 2", "add B 1", "remove C", "samples 7 8"];
    expect(calls()).toEqual(sent);
    for (const request of requests) request.response(contents("A", "B"));
    await tick();
    await response(contents("A", "B"));
    await Promise.all(done);
    expect(calls()).toEqual([...sent, "read count"]);
    expect(cartStore.get().items).toEqual(["A", "B"]);
  });

  it("removes what is being added, and adds nothing twice", async () => {
    const first = cartSync.request("B", { kind: "add", quantity: 1 });
    await tick();
    const second = cartSync.request("B", { kind: "add", quantity: 1 });
    leave();
    expect(calls()).toEqual(["read count", "add B 1"]);
    const third = cartSync.request("B", { kind: "remove" });
    leave();
    expect(calls()).toEqual(["read count", "add B 1", "remove B"]);
    for (const request of requests) request.response(contents("A", "C"));
    await Promise.all([first, second, third]);
  });

  it("sends nothing without changes, nor after logging out", async () => {
    leave();
    void cartSync.request("B", { kind: "add", quantity: 1 });
    await tick();
    void cartSync.request("D", { kind: "add", quantity: 1 });
    stop();
    leave();
    expect(calls()).toEqual(["read count", "add B 1"]);
  });
});
