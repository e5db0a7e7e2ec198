import { describe, expect, it } from "vitest";
import { policyOf } from "./security.ts";

const directives = (policy: string) =>
  new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]));

describe("the policy of a page", () => {
  it("names each inline script by its hash and no other", () => {
    const policy = policyOf(`<script>one()</script><script src="/a.js"></script>`, {
      mediaHost: "/media",
      googleSignIn: false,
    });
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(directives(policy).get("script-src")).toEqual([
      "'self'",
      "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
    ]);
  });

  it("lets nothing of Google in where its button is not offered", () => {
    expect(policyOf("", { mediaHost: "/media", googleSignIn: false })).not.toContain("google");
  });

  it("lets in what Google's button needs where it is offered", () => {
    const policy = directives(policyOf("", { mediaHost: "/media", googleSignIn: true }));
    expect(policy.get("script-src")).toContain("https://accounts.google.com/gsi/client");
    expect(policy.get("style-src")).toContain("https://accounts.google.com/gsi/style");
    expect(policy.get("connect-src")).toContain("https://accounts.google.com/gsi/");
    expect(policy.get("frame-src")).toEqual(["https://accounts.google.com/gsi/"]);
  });
});
