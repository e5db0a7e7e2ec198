import { expect, it } from "vitest";
import type { InProcessApi } from "../../../contract/endpoints.ts";
import { observeApi } from "./response-topics.ts";

const list = { data: [{ _id: "1" }, { _id: "2" }], perPage: 2, page: 3 };

it.each([
  ["without counts", { ...list, totalData: 6, totalRelation: "gte" }, true],
  ["that is counted up to the window", { ...list, totalData: 10_000, totalRelation: "gte" }, false],
  ["without counts that ends here", { ...list, totalData: 6, totalRelation: "eq", facets: { price: null } }, true],
  ["that ends here", { ...list, totalData: 6, totalRelation: "eq" }, false],
])("a page with a listing %s is whole or not", async (_, body, isPartial) => {
  const api = observeApi((async () => ({ status: 200, body })) as unknown as InProcessApi);
  await api.call("listProducts", { params: {}, query: {} });
  expect(api.hasFailed()).toBe(isPartial);
});
