/** The layout of the sandbox's pages: plain, in the shop's fonts and colours, but without its frame. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { escapeHtml } from "../server/platform/mail/html.ts";

const FONTS = ["fraunces-latin.woff2", "figtree-latin.woff2"] as const;
const FONT_FOLDER = join(import.meta.dirname, "../storefront/fonts");
/** The pages' fonts. */
export const FONT_PATH = "/sandbox/fonts";

/** Serves the shop's fonts in a folder; the storefront's own copies have hashed names. */
export function fontRoutes(app: FastifyInstance, path: string): void {
  for (const file of FONTS)
    app.get(`${path}/${file}`, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=86400")
        // The frame of an email has no origin.
        .header("access-control-allow-origin", "*")
        .type("font/woff2")
        .send(createReadStream(join(FONT_FOLDER, file))),
    );
}

/** The shop’s fonts, which need slightly wider spaces. */
export const TYPE_STYLE = `
@font-face{font-family:Fraunces;src:url(${FONT_PATH}/fraunces-latin.woff2);font-weight:400 600;font-display:swap}
@font-face{font-family:Figtree;src:url(${FONT_PATH}/figtree-latin.woff2);font-weight:400 700;font-display:swap}
:root{word-spacing:.03em;text-rendering:geometricPrecision}`;

const STYLE = `${TYPE_STYLE}
:root{color-scheme:light dark;--paper:#faf6ef;--linen:#f1e9dc;--sand:#e3d6c1;--ink:#221c15;--bark:#5b4a3a;--leaf:#2f4a36;--brass:#9a7433;--control:#8a7660;--field:#fff;--button:#2f4a36;--pressed:#233a2a;font:16px/1.6 Figtree,Arial,sans-serif;-webkit-font-smoothing:antialiased;color:var(--ink);background:var(--paper)}
@media (prefers-color-scheme:dark){:root{--paper:#1c1813;--linen:#2c261f;--sand:#4a4035;--ink:#f1e9dc;--bark:#cdbfab;--leaf:#b4d0ba;--brass:#d1ac6c;--control:#8f8170;--field:#2c261f;--button:#436a4e;--pressed:#527d5e}}
button,input{word-spacing:inherit;text-rendering:inherit}
body{margin:0 auto;padding:24px clamp(16px,3vw,32px) 64px;max-width:760px;overflow-wrap:anywhere}
h1,h2{font:400 clamp(28px,22px + 1.7vw,46px)/1.1 Fraunces,Georgia,serif;letter-spacing:-.015em;text-wrap:balance;margin:8px 0}
h2{font-size:20px;margin:32px 0 12px}
a{color:var(--leaf);text-decoration-thickness:1px;text-decoration-color:color-mix(in srgb,currentColor 40%,transparent);text-underline-offset:.25em}
a:hover{text-decoration-color:currentColor}
time{white-space:nowrap}
p.about{color:var(--bark);margin:0 0 24px}
ul{list-style:none;margin:0;padding:0;border-top:1px solid var(--sand)}
li{border-bottom:1px solid var(--sand)}
li button{display:block;box-sizing:border-box;width:100%;padding:14px 0;color:inherit;background:none;border:0;font:inherit;text-align:left;cursor:pointer}
li button:hover{background:var(--linen)}
li.record{padding:14px 0}
p.entry{margin:8px 0 0;padding-left:16px;border-left:2px solid var(--sand);overflow-wrap:anywhere}
form.entry-actions{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 0;padding-left:18px}
li form.entry-actions button{width:auto;min-height:40px;padding:8px 14px;border:1px solid var(--control);border-radius:2px;font-size:14px}
small,time{color:var(--bark);font-size:14px}
form.search,form.own{display:flex;flex-wrap:wrap;gap:12px 8px;align-items:end;margin:0 0 24px}
label{display:grid;gap:6px;flex:1 1 220px;font-size:14px;font-weight:600}
label.check{min-height:44px;display:flex;flex:1 1 100%;align-items:center;gap:8px;font-weight:400}
input[type=email],input[type=text]{font:inherit;font-size:16px;font-weight:400;box-sizing:border-box;min-height:44px;padding:8px 14px;border:1px solid var(--control);border-radius:2px;color:inherit;background:var(--field);min-width:0}
::placeholder{color:var(--bark);opacity:1}
form.search button,form.own button{font:600 15px/1.2 Figtree,Arial,sans-serif;letter-spacing:.02em;min-height:44px;padding:10px 24px;background:var(--button);color:#fff;border:0;border-radius:2px;cursor:pointer;transition:background-color 180ms}
form.search button:hover,form.own button:hover{background:var(--pressed)}
:focus-visible{outline:2px solid var(--leaf);outline-offset:2px}
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  title: string;
  /** HTML in which external texts are already escaped. */
  body: string;
  script?: string;
  /** Whether it frames another page of the sandbox. */
  frames?: boolean;
  /** Style rules in addition to those of all pages. */
  style?: string;
}

export function sendPage(reply: FastifyReply, { title, body, script, frames = false, style = "" }: Page): FastifyReply {
  const styles = STYLE + style;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(styles)}`,
    "font-src 'self'",
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .header("content-security-policy", policy.join("; "))
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
        `<title>${escapeHtml(title)}</title>\n<style>${styles}</style>\n</head>\n<body>\n${body}\n${script ? `<script>${script}</script>\n` : ""}</body>\n</html>\n`,
    );
}
