import { expect, it } from "vitest";
import { requestLabels } from "./route-label.ts";

const labels = (method: string, url: string | undefined, status = 200) =>
  requestLabels({ method, routeOptions: { url } }, status);

it("a request is labelled with its route's template and the class of its status", () => {
  expect(labels("GET", "/api/product/:slug", 404)).toEqual({
    method: "GET",
    route: "/api/product/:slug",
    status: "4xx",
  });
});

it("requests that match no route share one label", () => {
  expect(labels("GET", undefined, 404)).toEqual({ method: "GET", route: "unknown", status: "4xx" });
});

it("files of all builds share one label", () => {
  expect(labels("GET", "/assets/root-DfK3x.js").route).toBe("/assets/*");
  expect(labels("GET", "/service-worker.js").route).toBe("/service-worker.js");
});

it("methods that the shop does not serve share one label", () => {
  expect(labels("PROPFIND", undefined).method).toBe("other");
});
