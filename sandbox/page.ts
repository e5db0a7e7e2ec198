import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../server/mail/html.ts";

/** The layout of the sandbox's pages: plain, in the shop's colours, but clearly not the shop. */

const STYLE = `
:root{color-scheme:light;font:16px/1.6 "Segoe UI",Helvetica,Arial,sans-serif;color:#221c15;background:#faf6ef}
body{margin:0 auto;padding:24px 16px 64px;max-width:760px}
h1,h2{font:500 28px/1.15 "Iowan Old Style",Palatino,Georgia,serif;margin:8px 0 4px}
h2{font-size:20px;margin:32px 0 12px}
a{color:#2f4a36;text-underline-offset:3px}
time{white-space:nowrap}
p.about{color:#5b4a3a;margin:0 0 24px}
ul{list-style:none;margin:0;padding:0;border-top:1px solid #e3d6c1}
li{border-bottom:1px solid #e3d6c1}
li>a,li button{display:block;width:100%;padding:14px 8px;color:inherit;text-decoration:none;background:none;border:0;font:inherit;text-align:left;cursor:pointer}
li>a:hover,li button:hover{background:#f1e9dc}
li.record{padding:14px 8px}
p.entry{margin:8px 0 0;padding-left:16px;border-left:2px solid #e3d6c1;overflow-wrap:anywhere}
small,time{color:#5b4a3a;font-size:14px}
form.search,form.own{display:flex;flex-wrap:wrap;gap:12px 8px;align-items:end;margin:0 0 24px}
label{display:grid;gap:4px;flex:1 1 220px;font-size:14px}
label.check{min-height:44px;display:flex;flex:1 1 100%;align-items:center;gap:8px}
input[type=email],input[type=text]{font:inherit;padding:10px;border:1px solid #8a7660;border-radius:2px;background:#fff;min-width:0}
form.search button,form.own button{font:inherit;font-weight:600;padding:13px 20px;background:#2f4a36;color:#fff;border:0;border-radius:2px;cursor:pointer}
:focus-visible{outline:2px solid #2f4a36;outline-offset:2px}
iframe{width:100%;height:760px;border:1px solid #e3d6c1;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f1e9dc;padding:16px;border-radius:2px}
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  title: string;
  /** HTML; external texts in it are escaped already. */
  body: string;
  script?: string;
  /** Whether it frames another page of the sandbox. */
  frames?: boolean;
}

export function sendPage(reply: FastifyReply, { title, body, script, frames = false }: Page): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
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
        `<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body}\n${script ? `<script>${script}</script>\n` : ""}</body>\n</html>\n`,
    );
}
