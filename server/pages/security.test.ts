import { describe, expect, it } from "vitest";
import { policyOf } from "./security.ts";

const directives = (policy: string) =>
  new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]));

const SHOP = { mediaHost: "/media", googleSignIn: false, payments: null };

describe("the policy of a page", () => {
  it("names each inline script by its hash and no other", () => {
    const policy = policyOf(`<script>one()</script><script src="/a.js"></script>`, SHOP);
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(directives(policy).get("script-src")).toEqual([
      "'self'",
      "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
    ]);
  });

  it("lets nothing of Google in where its button is not offered", () => {
    expect(policyOf("", SHOP)).not.toContain("google");
  });

  it("lets in what Google's button needs where it is offered, and the demo's payment window", () => {
    const policy = directives(policyOf("", { ...SHOP, googleSignIn: true }));
    expect(policy.get("script-src")).toContain("https://accounts.google.com/gsi/client");
    expect(policy.get("style-src")).toContain("https://accounts.google.com/gsi/style");
    expect(policy.get("connect-src")).toContain("https://accounts.google.com/gsi/");
    expect(policy.get("frame-src")).toEqual(["https://accounts.google.com/gsi/", "'self'"]);
  });

  it("lets nothing of a payment provider in while the demo's takes the payments", () => {
    const policy = policyOf("", SHOP);
    expect(policy).not.toContain("razorpay");
    expect(directives(policy).get("frame-src")).toEqual(["'self'"]);
    expect(directives(policy).get("form-action")).toEqual(["'self'"]);
  });

  it("lets in the script, the frames and the connections of the provider that is named", () => {
    const policy = directives(
      policyOf("", {
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
