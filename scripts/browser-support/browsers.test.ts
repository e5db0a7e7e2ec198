import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BROWSERS, BUILD_TARGET, readBrowsers } from "./browsers.ts";
import { scriptUses } from "./build-uses.ts";
import { regularExpressionFeatures } from "./regular-expressions.ts";
import { styleUses } from "./style-uses.ts";

describe("the list of supported browsers", () => {
  it("is what docs/browsers.md says", () => {
    const docs = readFileSync(join(import.meta.dirname, "../../docs/browsers.md"), "utf8");
    const rows = [...docs.matchAll(/^\| ([^|,]+?)(?:,[^|]*)? +\| ([\d.]+) +\|$/gm)].map(
      ([, name, version]) => `${name} ${version}`,
    );
    expect(rows).toEqual(BROWSERS.map(({ name, version }) => `${name} ${version}`));
  });

  it("is the target of the builds", () => {
    expect(BUILD_TARGET).toEqual(["chrome106", "edge106", "firefox115", "safari15.6", "ios15.6"]);
  });

  it("rejects a query that the check cannot evaluate", () => {
    expect(() => readBrowsers(["last 2 versions"])).toThrow(/last 2 versions/);
  });
});

describe("the check", () => {
  it("finds members, statics and globals of newer browsers in built scripts", () => {
    const uses = (code: string) => [...scriptUses("a.js", code).keys()];
    expect(uses("a.toSorted(); b.with(0, 1)")).toEqual(["Array.prototype.toSorted", "Array.prototype.with"]);
    expect(uses("AbortSignal.any([a]); Map.groupBy(b, c)")).toEqual(["AbortSignal.any", "Map.groupBy"]);
    expect(uses("requestIdleCallback(a)")).toEqual(["requestIdleCallback"]);
    expect(uses("a.slice().sort(); Promise.any(b); c.map(d); e.at(-1)")).toEqual([]);
  });

  it("finds syntax of regular expressions that Safari 15.6 cannot read", () => {
    expect(regularExpressionFeatures("/(?<=,)x/")).toEqual([
      { feature: "regular expression lookbehind", lacking: ["Safari 15.6", "Safari on iOS 15.6"] },
    ]);
    expect(regularExpressionFeatures("/(?<name>a)(?=b)/u")).toEqual([]);
  });

  it("finds CSS of newer browsers, unless it has a fallback or is tested for", () => {
    const uses = (css: string) => [...styleUses(css).keys()];
    expect(uses("a{height:100dvh}")).toEqual(["dynamic viewport units"]);
    expect(uses("a{height:100vh;height:100dvh}")).toEqual([]);
    expect(uses("@supports (height:100dvh){a{height:100dvh}}")).toEqual([]);
    expect(uses("a:has(b){text-wrap:balance}")).toEqual([":has", "text-wrap", "text-wrap: balance"]);
    expect(uses("@container (width>1px){a{color:red}}")).toEqual(["@container"]);
    expect(uses("a{color:red;display:grid}")).toEqual([]);
  });
});
