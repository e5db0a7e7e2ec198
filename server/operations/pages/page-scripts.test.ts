import { describe, expect, it } from "vitest";
import { finishScripts, newScriptNonce } from "./page-scripts.ts";

const nonce = newScriptNonce();
const finish = (page: string, afterPaint = false) => {
  const { html, scripts } = finishScripts(Buffer.from(page), nonce, { afterPaint });
  return { html: html.toString(), scripts: scripts.map(String) };
};

describe("a page's own scripts", () => {
  it("are those with the rendering's nonce, which is removed", () => {
    const page = `<script nonce="${nonce}">one("₹")</script><script nonce="${nonce}" type="module" async="">two()</script>
<link rel="preload" as="script" href="/a.js" nonce="${nonce}"/><p>₹1,24,999 · कन्नौज</p>`;
    expect(finish(page)).toEqual({
      html: `<script>one("₹")</script><script type="module" async="">two()</script>
<link rel="preload" as="script" href="/a.js"/><p>₹1,24,999 · कन्नौज</p>`,
      scripts: ['one("₹")', "two()"],
    });
  });

  it.each([
    "<script>evil()</script>",
    `<script nonce="">evil()</script>`,
    `<script nonce="${newScriptNonce()}">evil()</script>`,
    `<script data-x='<script nonce="guessed">evil()</script>`,
    `<script type="module" async="">evil()</script>`,
  ])("do not include scripts in its data: %s", (injected) => {
    const own = `<script nonce="${nonce}">one()</script>`;
    expect(finish(`${injected}${own}`).scripts).toEqual(["one()"]);
    expect(finish(`${own}${injected}`, true).scripts).toEqual(["one()"]);
  });

  it("have another nonce with every rendering", () => {
    expect(newScriptNonce()).not.toBe(newScriptNonce());
  });
});

const PAGE = `<head><link rel="stylesheet" href="/app.css"/></head><body>
<link rel="modulepreload" href="/assets/manifest.js" nonce="${nonce}"/><link rel="modulepreload" href="/assets/root.js" nonce="${nonce}"/><script nonce="${nonce}">window.a = 1;</script>
<script nonce="${nonce}" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`;

describe("a page that paints first", () => {
  const { html, scripts } = finish(PAGE, true);

  it("names no script that is fetched before the first paint", () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toMatch(/^import [^(]/m);
    expect(html).toContain('<link rel="stylesheet" href="/app.css"/>');
    expect(html).toContain("<script>window.a = 1;</script>");
  });

  it("then fetches all modules together and imports them in their order", () => {
    expect(html).toContain(`<script type="module" async="">${scripts[1]}</script>`);
    expect(scripts[1]?.replaceAll(/\s+/g, " ")).toBe(
      "await new Promise((painted) => { " +
        'new PerformanceObserver(painted).observe({ type: "paint", buffered: true }); ' +
        "requestAnimationFrame(() => setTimeout(painted, 1000)); }); " +
        'for (const href of ["/assets/manifest.js","/assets/root.js"]) ' +
        'document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" })); ' +
        'await import("/assets/manifest.js"); const route0 = await import("/assets/root.js"); ' +
        'window.__reactRouterRouteModules = {"root":route0}; import("/assets/entry.js");',
    );
  });

  it("is unchanged but for the nonce where scripts do not wait", () => {
    expect(finish(PAGE).html).toBe(PAGE.replaceAll(` nonce="${nonce}"`, ""));
  });

  it("may have no scripts", () => {
    expect(finish("<p>One moment</p>", true)).toEqual({ html: "<p>One moment</p>", scripts: [] });
  });
});
