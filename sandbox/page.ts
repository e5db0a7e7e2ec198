/** The layout of the sandbox's pages: plain, in the shop's fonts and colours, but without its frame. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { escapeHtml } from "../server/mail/html.ts";

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
        .type("font/woff2")
        .send(createReadStream(join(FONT_FOLDER, file))),
    );
}

const STYLE = `
@font-face{font-family:Fraunces;src:url(${FONT_PATH}/fraunces-latin.woff2);font-weight:400 600;font-display:swap}
@font-face{font-family:Figtree;src:url(${FONT_PATH}/figtree-latin.woff2);font-weight:400 700;font-display:swap}
:root{color-scheme:light dark;font:16px/1.6 Figtree,Arial,sans-serif;word-spacing:.03em;text-rendering:geometricPrecision;-webkit-font-smoothing:antialiased;color:#221c15;background:#faf6ef}
button,input{word-spacing:inherit;text-rendering:inherit}
body{margin:0 auto;padding:24px clamp(16px,3vw,32px) 64px;max-width:760px;overflow-wrap:anywhere}
header.shop{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 24px;margin:0 0 32px;padding:0 0 12px;border-bottom:1px solid #e3d6c1}
header.shop a{display:flex;align-items:center;gap:10px;min-height:44px}
a.wordmark{font:400 20px/1 Fraunces,Georgia,serif;letter-spacing:.2em;text-transform:uppercase;text-decoration:none}
h1,h2{font:400 clamp(28px,22px + 1.7vw,46px)/1.1 Fraunces,Georgia,serif;letter-spacing:-.015em;text-wrap:balance;margin:8px 0}
h2{font-size:20px;margin:32px 0 12px}
a{color:#2f4a36;text-underline-offset:3px}
time{white-space:nowrap}
p.about{color:#5b4a3a;margin:0 0 24px}
p.about time{font-size:inherit}
ul{list-style:none;margin:0;padding:0;border-top:1px solid #e3d6c1}
li{border-bottom:1px solid #e3d6c1}
li>a,li button{display:block;box-sizing:border-box;width:100%;padding:14px 0;color:inherit;text-decoration:none;background:none;border:0;font:inherit;text-align:left;cursor:pointer}
li>a:hover,li button:hover{background:#f1e9dc}
li>a.mail{display:grid;gap:4px 24px;padding:18px 0}
a.mail strong{font:400 20px/1.25 Fraunces,Georgia,serif;letter-spacing:-.01em}
@media (min-width:640px){li>a.mail{grid-template-columns:minmax(0,1fr) auto;align-items:baseline}a.mail strong{font-size:22px}a.mail time{grid-area:1/2}}
body.wide{max-width:1280px}
body.wide h1{font-size:clamp(32px,24px + 2vw,52px)}
@media (min-width:900px){main.beside{display:grid;grid-template-columns:320px minmax(0,1fr);gap:0 80px;align-items:start;padding-top:24px}}
li.record{padding:14px 0}
p.entry{margin:8px 0 0;padding-left:16px;border-left:2px solid #e3d6c1;overflow-wrap:anywhere}
form.entry-actions{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 0;padding-left:18px}
li form.entry-actions button{width:auto;min-height:40px;padding:8px 14px;border:1px solid #8a7660;border-radius:2px;font-size:14px}
small,time{color:#5b4a3a;font-size:14px}
form.search,form.own{display:flex;flex-wrap:wrap;gap:12px 8px;align-items:end;margin:0 0 24px}
label{display:grid;gap:4px;flex:1 1 220px;font-size:14px}
label.check{min-height:44px;display:flex;flex:1 1 100%;align-items:center;gap:8px}
input[type=email],input[type=text]{font:inherit;box-sizing:border-box;min-height:44px;padding:10px 14px;border:1px solid #8a7660;border-radius:2px;background:#fff;min-width:0}
form.search button,form.own button{font:600 15px/1.2 Figtree,Arial,sans-serif;letter-spacing:.02em;min-height:44px;padding:10px 24px;background:#2f4a36;color:#fff;border:0;border-radius:2px;cursor:pointer;transition:background-color 180ms}
form.search button:hover,form.own button:hover{background:#233a2a}
:focus-visible{outline:2px solid #2f4a36;outline-offset:2px}
iframe{box-sizing:border-box;width:100%;height:760px;border:1px solid #e3d6c1;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f1e9dc;padding:16px;border-radius:2px}
@media (prefers-color-scheme:dark){
:root{color:#f1e9dc;background:#1c1813}
a{color:#b4d0ba}
p.about,small,time{color:#cdbfab}
ul,li,iframe,p.entry,header.shop{border-color:#4a4035}
li>a:hover,li button:hover,pre{background:#2c261f}
input[type=email],input[type=text]{color:inherit;background:#2c261f;border-color:#8f8170}
form.search button,form.own button{background:#436a4e}
form.search button:hover,form.own button:hover{background:#527d5e}
:focus-visible{outline-color:#b4d0ba}
iframe{background:#1c1813}
}
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  title: string;
  /** HTML in which external texts are already escaped. */
  body: string;
  script?: string;
  /** Whether it frames another page of the sandbox. */
  frames?: boolean;
  /** Whether it is as wide as the shop. */
  isWide?: boolean;
}

export function sendPage(
  reply: FastifyReply,
  { title, body, script, frames = false, isWide = false }: Page,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
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
        `<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body${isWide ? ' class="wide"' : ""}>\n${body}\n${script ? `<script>${script}</script>\n` : ""}</body>\n</html>\n`,
    );
}
