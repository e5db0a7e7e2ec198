import { expect, it } from "vitest";
import type { PublicClient } from "../api/client.ts";
import { RequestError } from "../api/request.ts";
import { loadHome } from "./load-home.ts";

/** A shop of which only these lists arrive; for the others the request fails with this status. */
const shopWith = (lists: Readonly<Record<string, unknown>>, status: number) =>
  new Proxy({} as PublicClient, {
    get: (_, name: string) => () =>
      name in lists ? Promise.resolve(lists[name]) : Promise.reject(new RequestError(status)),
  });

it("the home page omits the lists that fail, as long as any response arrives", async () => {
  const reasons = [{ title: "Vegan" }];
  expect(await loadHome({ api: shopWith({ listReasons: reasons }, 0) })).toMatchObject({ reasons, newArrivals: [] });
  expect(await loadHome({ api: shopWith({}, 500) })).toMatchObject({ reasons: [], newArrivals: [] });
});

it("the home page fails without any response, so that its cached copy is opened", async () => {
  await expect(loadHome({ api: shopWith({}, 0) })).rejects.toMatchObject({ status: 0 });
});
