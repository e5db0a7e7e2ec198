#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0, createMcpHandler. A good engineer expects it to answer a call that accepts JSON with JSON, and to keep the text of what a tool throws
# to itself. It answers 406 to `Accept: application/json`, which is all that @shopify/ucp-cli 0.9.0 sends; with both types accepted it answers an event stream; and
# the text of an error that a tool throws reaches the client word for word, with HTTP 200.
# Way out: docs/decisions/2026-12-01-own-mcp-endpoint.md.
# Seen 2026-12-01: 406, then 200 text/event-stream with "relation \"variant\" does not exist"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund @modelcontextprotocol/server@2.4.0 zod@4.2.1 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "shop", version: "1" });
  server.registerTool("search", { description: "searches" }, () => {
    throw new Error('relation "variant" does not exist');
  });
  return server;
});
const call = (accept) =>
  handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: {} } }),
    }),
  );

const json = await call("application/json");
assert.equal(json.status, 406);
const both = await call("application/json, text/event-stream");
assert.equal(both.status, 200);
assert.match(both.headers.get("content-type"), /event-stream/);
const text = await both.text();
assert.match(text, /relation .*variant.* does not exist/);
console.log(json.status, both.status, both.headers.get("content-type"), text);
process.exit(0);
JS
node seen.mjs
