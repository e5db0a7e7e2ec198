/** How the wishlist is stored. The test answers each request, so it decides what happens meanwhile. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { OmissionReason } from "../../contract/wishlist/schemas.ts";
import { RequestError } from "../api/request.ts";
import { followGuestWishlist } from "./guest-wishlist-storage.ts";
import { pendingWishlist, wishlistStore } from "./wishlist.ts";
import { wishlistPaneStore, wishlistSync } from "./wishlist-sync.ts";

interface PendingRequest {
  call: string;
  response: (value: unknown) => void;
  fail: (error: unknown) => void;
}
interface SentChanges {
  add: string[];
  remove: string[];
  sizes?: { product_id: string; variant_id: string }[];
}
let requests: PendingRequest[];
const send = (call: string) => new Promise((response, fail) => requests.push({ call, response, fail }));

vi.mock("../api/api.ts", () => ({
  api: {
    readWishlist: ({ query }: { query: { forCount: boolean } }) => send(query.forCount ? "ids" : "all"),
    changeWishlist: ({ body: { add, remove, sizes = [] } }: { body: SentChanges }) =>
      send(
        [
          ...add.map((id) => `+${id}`),
          ...remove.map((id) => `-${id}`),
          ...sizes.map(({ product_id, variant_id }) => `${product_id}:${variant_id}`),
        ].join(" "),
      ),
  },
}));

const tick = () => new Promise((resolve) => setTimeout(resolve));
const calls = () => requests.map(({ call }) => call);
const shown = () => [...wishlistStore.get()].sort();

/** Responds to the latest request. */
async function response(productIds: string[], omitted: [string, OmissionReason][] = []): Promise<void> {
  requests.at(-1)?.response({
    productIds,
    data: productIds.map((_id) => ({ _id })),
    omitted: omitted.map(([product_id, reason]) => ({ product_id, reason })),
  });
  await tick();
}
async function fail(status: number): Promise<void> {
  requests.at(-1)?.fail(new RequestError(status));
  await tick();
}

let storage: Map<string, string>;
const storedItems = () => JSON.parse(storage.get("wishlist") ?? "null");
const storedWishlist = () => storedItems()?.map(({ productId }: { productId: string }) => productId) ?? null;
const storedAs = (...productIds: string[]) => JSON.stringify(productIds.map((productId) => ({ productId })));
let errors: string[];
let stop = () => {};

beforeEach(() => {
  requests = [];
  errors = [];
  storage = new Map();
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  stop();
  stop = () => {};
  // A guest's wishlist is shown until another replaces it.
  pendingWishlist.settleAll();
  pendingWishlist.showStored([]);
  vi.unstubAllGlobals();
});

const logIn = () => {
  stop = wishlistSync.follow((what) => errors.push(what));
};

describe("a guest's wishlist", () => {
  it("shows at once and is stored in the browser, and removed from storage once it is empty", {
    meta: { requirements: "S2.126, S2.127" },
  }, async () => {
    stop = followGuestWishlist();
    expect(storage.size).toBe(0);
    const done = pendingWishlist.toggle(["1"], true);
    expect(shown()).toEqual(["1"]);
    expect(await done).toEqual([]);
    await pendingWishlist.toggle(["2"], true);
    expect(storedWishlist()).toEqual(["1", "2"]);
    await pendingWishlist.toggle(["1", "2"], false);
    expect(shown()).toEqual([]);
    expect(storage.size).toBe(0);
    expect(calls()).toEqual([]);
  });

  it("are those of all tabs", async () => {
    stop = followGuestWishlist();
    storage.set("wishlist", storedAs("7"));
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "wishlist" }));
    expect(shown()).toEqual(["7"]);
    storage.set("wishlist", storedAs("7", "8"));
    await pendingWishlist.toggle(["9"], true);
    expect(storedWishlist()).toEqual(["7", "8", "9"]);
  });

  it("stores the size that a product was saved in, and another in its place", async () => {
    stop = followGuestWishlist();
    await pendingWishlist.toggle(["1"], true, "11");
    await pendingWishlist.toggle(["2"], true);
    expect(storedItems()).toEqual([{ productId: "1", variantId: "11" }, { productId: "2" }]);
    await pendingWishlist.toggle(["1"], true);
    expect(storedItems()).toEqual([{ productId: "1", variantId: "11" }, { productId: "2" }]);
    await pendingWishlist.toggle(["1"], true, "12");
    expect(storedItems()).toEqual([{ productId: "1", variantId: "12" }, { productId: "2" }]);
    await pendingWishlist.toggle(["1", "2"], false);
  });

  it("reads what an earlier release stored, and stores it in today's format", async () => {
    storage.set("hearts", '["7","8"]');
    storage.set("wishlist", storedAs("8", "9"));
    stop = followGuestWishlist();
    expect(shown()).toEqual(["7", "8", "9"]);
    expect([...storage.keys()]).toEqual(["hearts", "wishlist"]);
    await pendingWishlist.toggle(["8"], false);
    expect(storedWishlist()).toEqual(["7", "9"]);
    expect([...storage.keys()]).toEqual(["wishlist"]);
    await pendingWishlist.toggle(["7", "9"], false);
    expect(storage.size).toBe(0);
  });

  it.each(["{", '"1"', "null", '[1,null,"rose","../1",{"productId":1},{"productId":"x"},[]]'])(
    "are none in a storage that holds %s",
    (value) => {
      storage.set("wishlist", value);
      stop = followGuestWishlist();
      expect(shown()).toEqual([]);
    },
  );

  it("is as long as an account's, and reports one more", async () => {
    const full = Array.from({ length: MAX_WISHLIST_ITEMS }, (_, index) => String(index + 1));
    storage.set("wishlist", storedAs(...full));
    stop = followGuestWishlist();
    expect(await pendingWishlist.toggle(["5000"], true)).toMatchObject([{ status: 422 }]);
    expect(storedWishlist()).toEqual(full);
    expect(wishlistStore.get().has("5000")).toBe(false);
  });

  it("shows and waits until the session is known", async () => {
    const done = pendingWishlist.toggle(["1"], true);
    expect(shown()).toEqual(["1"]);
    expect(storage.size).toBe(0);
    stop = followGuestWishlist();
    await done;
    expect(storedWishlist()).toEqual(["1"]);
    await pendingWishlist.toggle(["1"], false);
  });
});

describe("a customer's wishlist", () => {
  it("are read as ids at the start", { meta: { requirements: "S2.128" } }, async () => {
    logIn();
    expect(calls()).toEqual(["ids"]);
    await response(["2", "1"]);
    expect(shown()).toEqual(["1", "2"]);
  });

  it("reports when it cannot be read, and is read again later", async () => {
    logIn();
    await fail(500);
    expect(errors).toEqual(["We couldn’t load your wishlist."]);
    wishlistSync.refresh();
    await response(["1"]);
    expect(shown()).toEqual(["1"]);
  });

  it("shows changes at once, and the server's state after the response", {
    meta: { requirements: "S2.126" },
  }, async () => {
    logIn();
    await response(["1"]);
    const done = pendingWishlist.toggle(["2"], true);
    expect(shown()).toEqual(["1", "2"]);
    expect(calls().at(-1)).toBe("+2");
    // Another device has removed 1 meanwhile.
    await response(["2"]);
    expect(await done).toEqual([]);
    expect(shown()).toEqual(["2"]);
  });

  it("sends changes together after the pending request, and nothing without changes", async () => {
    logIn();
    await response(["1"]);
    const done = [
      pendingWishlist.toggle(["2"], true),
      pendingWishlist.toggle(["1"], false),
      pendingWishlist.toggle(["3"], true),
      pendingWishlist.toggle(["3"], false),
    ];
    await response(["2", "1"]);
    expect(calls()).toEqual(["ids", "+2", "-1"]);
    await response(["2"]);
    await Promise.all(done);
    expect(shown()).toEqual(["2"]);
  });

  it("sends at once what waits when the shopper leaves the page", async () => {
    logIn();
    await response(["1"]);
    void pendingWishlist.toggle(["2"], true);
    void pendingWishlist.toggle(["1"], false);
    void pendingWishlist.toggle(["3"], true, "33");
    window.dispatchEvent(new Event("pagehide"));
    expect(calls()).toEqual(["ids", "+2", "+3 -1 3:33"]);
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(calls()).toHaveLength(3);
  });

  it("drops changes when the request fails, and reads again", async () => {
    logIn();
    await response(["1"]);
    const done = pendingWishlist.toggle(["2"], true);
    await fail(0);
    expect(await done).toMatchObject([{ status: 0 }]);
    expect(shown()).toEqual(["1"]);
    expect(calls().at(-1)).toBe("ids");
    await response(["2", "1"]);
    expect(shown()).toEqual(["1", "2"]);
  });

  it("says why a product was omitted", async () => {
    logIn();
    await response(["1"]);
    const done = pendingWishlist.toggle(["2", "3"], true);
    await response(
      ["1"],
      [
        ["2", "gone"],
        ["3", "full"],
      ],
    );
    expect(await done).toMatchObject([{ status: 404 }, { status: 422 }]);
    expect(shown()).toEqual(["1"]);
  });

  it("is empty after logout, whatever was pending", async () => {
    logIn();
    await response(["1"]);
    const done = pendingWishlist.toggle(["2"], true);
    stop();
    expect(shown()).toEqual([]);
    await response(["2", "1"]);
    expect(await done).toEqual([]);
    expect(shown()).toEqual([]);
  });
});

describe("the guest wishlist at login", () => {
  beforeEach(() => storage.set("wishlist", storedAs("5", "6")));

  it("come onto the wishlist and leave the browser", { meta: { requirements: "S2.129" } }, async () => {
    logIn();
    expect(shown()).toEqual(["5", "6"]);
    expect(calls()).toEqual(["+5 +6"]);
    expect(storedWishlist()).toEqual(["5", "6"]);
    await response(["6", "5", "1"]);
    expect(shown()).toEqual(["1", "5", "6"]);
    expect(storage.size).toBe(0);
    expect(calls()).toHaveLength(1);
  });

  it("keeps the sizes that the products were saved in", async () => {
    storage.set("wishlist", '[{"productId":"5","variantId":"51"},{"productId":"6"}]');
    logIn();
    expect(calls()).toEqual(["+5 +6 5:51"]);
    await response(["6", "5"]);
    expect(storage.size).toBe(0);
  });

  it("stay in the browser when that fails, and are sent again when the wishlist is read next", async () => {
    logIn();
    await fail(500);
    expect(errors).toHaveLength(1);
    await response(["1"]);
    expect(calls()).toEqual(["+5 +6", "ids"]);
    expect(storedWishlist()).toEqual(["5", "6"]);
    wishlistSync.refresh();
    await response(["6", "5", "1"]);
    expect(calls().slice(2)).toEqual(["+5 +6"]);
    expect(storage.size).toBe(0);
  });

  it("reports products that do not fit, but not those no longer sold", async () => {
    logIn();
    await response(["6"], [["5", "gone"]]);
    expect(errors).toEqual([]);
    stop();
    storage.set("wishlist", storedAs("5"));
    logIn();
    await response(["6"], [["5", "full"]]);
    expect(errors).toHaveLength(1);
    expect(storage.size).toBe(0);
  });
});

describe("the pane", () => {
  it("shows the products, also those added elsewhere, and drops them with the last view", async () => {
    logIn();
    await response(["1"]);
    const leave = wishlistSync.watch();
    expect(calls().at(-1)).toBe("all");
    await response(["2", "1"]);
    const shown = () => wishlistPaneStore.get().products?.map(({ _id }) => _id);
    expect(shown()).toEqual(["2", "1"]);
    void pendingWishlist.toggle(["2"], false);
    await response(["1"]);
    expect(shown()).toEqual(["1"]);
    expect(calls().at(-1)).toBe("-2");
    void pendingWishlist.toggle(["3"], true);
    await response(["3", "1"]);
    expect(calls().at(-1)).toBe("all");
    await response(["3", "1"]);
    expect(shown()).toEqual(["3", "1"]);
    leave();
    expect(wishlistPaneStore.get().products).toBeNull();
  });

  it("shows the error until a read succeeds", async () => {
    logIn();
    await response(["1"]);
    const leave = wishlistSync.watch();
    await fail(503);
    expect(wishlistPaneStore.get()).toMatchObject({ products: null, failed: { status: 503 } });
    wishlistSync.retry();
    expect(wishlistPaneStore.get()).toMatchObject({ products: null, failed: null });
    await response(["1"]);
    expect(wishlistPaneStore.get()).toMatchObject({ products: [{ _id: "1" }], failed: null });
    expect(errors).toEqual([]);
    leave();
  });
});
