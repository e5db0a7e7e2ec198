import { describe, expect, it } from "vitest";
import { policyOf } from "./security.ts";

const directives = (policy: string) =>
  new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]));

const SHOP = { mediaHost: "/media", assetsHost: "", googleSignIn: false, payments: null, analytics: null };

describe("the policy of a page", () => {
  it("allows built files from their own host, and nothing else from there", () => {
    const host = "https://assets.example";
    const policy = directives(policyOf([], { ...SHOP, assetsHost: host }));
    expect([...policy].filter(([, sources]) => sources?.includes(host)).map(([name]) => name)).toEqual([
      "script-src",
      "style-src",
      "img-src",
      "font-src",
    ]);
    expect(policyOf([], SHOP)).not.toContain("http");
  });

  it("names each of the page's own inline scripts by its hash", () => {
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(directives(policyOf([Buffer.from("one()"), Buffer.from("one()")], SHOP)).get("script-src")).toEqual([
      "'self'",
      "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
    ]);
  });

  it("allows nothing of Google if its button is not offered", () => {
    expect(policyOf([], SHOP)).not.toContain("google");
  });

  it("allows Google's button if it is offered, and the demo's payment window", () => {
    const policy = directives(policyOf([], { ...SHOP, googleSignIn: true }));
    expect(policy.get("script-src")).toContain("https://accounts.google.com/gsi/client");
    expect(policy.get("style-src")).toContain("https://accounts.google.com/gsi/style");
    expect(policy.get("connect-src")).toContain("https://accounts.google.com/gsi/");
    expect(policy.get("frame-src")).toEqual(["https://accounts.google.com/gsi/", "'self'"]);
  });

  it("is as short as it can be if nothing is connected", () => {
    expect(policyOf([Buffer.from("one()")], SHOP)).toBe(
      "default-src 'self'; script-src 'self' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  it.each([
    [
      { kind: "plausible", url: "https://plausible.io/js/pa-AbC.js", id: "" },
      { script: ["https://plausible.io/js/pa-AbC.js"], connect: ["https://plausible.io"], image: [] },
    ],
    [
      { kind: "umami", url: "https://stats.shop.example/script.js", id: "x" },
      { script: ["https://stats.shop.example/script.js"], connect: ["https://stats.shop.example"], image: [] },
    ],
    [
      { kind: "umami", url: "https://cloud.umami.is/script.js", id: "x" },
      { script: ["https://cloud.umami.is/script.js"], connect: ["https://api-gateway.umami.dev"], image: [] },
    ],
    [
      { kind: "ga4", url: "https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4", id: "G-ABC123DEF4" },
      {
        script: ["https://www.googletagmanager.com"],
        connect: [
          "https://www.googletagmanager.com",
          "https://*.google-analytics.com",
          "https://*.analytics.google.com",
        ],
        image: ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
      },
    ],
  ] as const)("adds for the script %j its hosts and no others", (analytics, added) => {
    const [before, after] = [directives(policyOf([], SHOP)), directives(policyOf([], { ...SHOP, analytics }))];
    const more = [...after].map(([name, sources]) => [name, sources.filter((one) => !before.get(name)?.includes(one))]);
    expect(Object.fromEntries(more.filter(([, sources]) => sources?.length))).toEqual(
      Object.fromEntries(
        [
          ["script-src", added.script],
          ["img-src", added.image],
          ["connect-src", added.connect],
        ].filter(([, sources]) => sources?.length),
      ),
    );
  });

  it("allows no payment provider beside the demo's", () => {
    const policy = policyOf([], SHOP);
    expect(policy).not.toContain("razorpay");
    expect(directives(policy).get("frame-src")).toEqual(["'self'"]);
    expect(directives(policy).get("form-action")).toEqual(["'self'"]);
  });

  it("lets in the script, the frames and the connections of the provider that is named", () => {
    const policy = directives(
      policyOf([], {
        ...SHOP,
        payments: { script: "https://checkout.razorpay.com/v1/checkout.js", api: "https://api.razorpay.com" },
      }),
    );
    expect(policy.get("script-src")).toEqual(["'self'", "https://checkout.razorpay.com", "https://cdn.razorpay.com"]);
    expect(policy.get("frame-src")).toEqual(["https://api.razorpay.com", "https://checkout.razorpay.com"]);
    expect(policy.get("connect-src")).toEqual([
      "'self'",
      "https://api.razorpay.com",
      "https://lumberjack.razorpay.com",
      "https://lumberjack-metrics.razorpay.com",
    ]);
    expect(policy.get("img-src")).toContain("https://cdn.razorpay.com");
    expect(policy.get("form-action")).toEqual(["'self'", "https://api.razorpay.com"]);
  });
});
