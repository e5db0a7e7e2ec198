import { afterEach, expect, it } from "vitest";
import { assetUrl, hostOf, setAssetsHost, withAssetsHost } from "./assets-host.ts";

const MANIFEST = {
  url: "/assets/manifest-1.js",
  entry: { module: "/assets/entry-1.js", imports: ["/assets/shop-1.js"] },
  routes: { home: { path: "/assets", module: "/assets/home-1.js", css: [] } },
};
afterEach(() => setAssetsHost(""));

it("the manifest and the files are the shop's own by default", () => {
  expect(withAssetsHost(MANIFEST)).toBe(MANIFEST);
  expect(assetUrl("/assets/app-1.css")).toBe("/assets/app-1.css");
});

it("every file is at the host, and no route is", () => {
  setAssetsHost("https://cdn.example");
  expect(withAssetsHost(MANIFEST)).toEqual({
    url: "https://cdn.example/assets/manifest-1.js",
    entry: { module: "https://cdn.example/assets/entry-1.js", imports: ["https://cdn.example/assets/shop-1.js"] },
    routes: { home: { path: "/assets", module: "https://cdn.example/assets/home-1.js", css: [] } },
  });
  expect(assetUrl("/assets/app-1.css")).toBe("https://cdn.example/assets/app-1.css");
});

it.each([
  ["https://shop.example/assets/root-1.js", ""],
  ["https://cdn.example/assets/root-1.js", "https://cdn.example"],
  ["file:///build/root-1.js", ""],
])("a browser that loaded %s takes the others from %j", (file, host) => {
  expect(hostOf(file, "https://shop.example")).toBe(host);
});
