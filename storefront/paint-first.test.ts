import { describe, expect, it } from "vitest";
import { paintFirst } from "./paint-first.ts";

const PAGE = `<head><link rel="stylesheet" href="/app.css"/></head><body>
<link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/root.js"/><script>window.a = 1;</script>
<script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`;

describe("a page that paints first", () => {
  const page = paintFirst(PAGE);

  it("names no script that is fetched before the first paint", () => {
    expect(page).not.toContain('<link rel="modulepreload"');
    expect(page).not.toMatch(/^import [^(]/m);
    expect(page).toContain('<link rel="stylesheet" href="/app.css"/>');
    expect(page).toContain("<script>window.a = 1;</script>");
  });

  it("then fetches all modules together and imports them in their order", () => {
    const [script] = page.match(/(?<=<script type="module" async="">)[\s\S]*?(?=<\/script>)/) ?? [];
    expect(script?.replaceAll(/\s+/g, " ")).toBe(
      "await new Promise((painted) => { " +
        'new PerformanceObserver(painted).observe({ type: "paint", buffered: true }); ' +
        "requestAnimationFrame(() => setTimeout(painted, 1000)); }); " +
        'for (const href of ["/assets/manifest.js","/assets/root.js"]) ' +
        'document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" })); ' +
        'await import("/assets/manifest.js"); const route0 = await import("/assets/root.js"); ' +
        'window.__reactRouterRouteModules = {"root":route0}; import("/assets/entry.js");',
    );
  });

  it("preserves the nonce of the page's own scripts", () => {
    const marked = PAGE.replaceAll(/<script/g, '<script nonce="n1"').replaceAll('.js"/>', '.js" nonce="n1"/>');
    expect(paintFirst(marked).replaceAll(' nonce="n1"', "")).toBe(page);
    expect(paintFirst(marked)).toContain('<script nonce="n1" type="module" async="">await new Promise');
  });

  it("leaves a page without scripts as it is", () => {
    expect(paintFirst("<p>One moment</p>")).toBe("<p>One moment</p>");
  });
});
