/** Measures searches of agents over MCP beside the same searches by the shop's own API, alternately, one request after the other. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CURRENT_VERSION } from "../server/operations/agents/versions.ts";
import { type MeasuredServer, startServer } from "./processes.ts";
import { quantile } from "./quantile.ts";
import { FORMS, NOTES, THEMES } from "./vocabulary.ts";

export const AGENT_BENCHMARK = "agents";

const SEARCHES = 1000;
const WARM_UP = 50;
const PER_PAGE = 10;
/** An agent may wait this much longer than a shopper. */
const MAX_RATIO = 1.5;

export interface AgentMeasurement {
  products: number;
  /** Milliseconds, of the shop's API. */
  api: { p50: number; p95: number };
  mcp: { p50: number; p95: number };
}

export async function measureAgents(products: number, environment: Record<string, string>): Promise<AgentMeasurement> {
  const platform = await startPlatform();
  const server = await startServer("server.ts", { ...environment, LOG_LEVEL: "silent", AGENTS_FROM_LOOPBACK: "true" });
  const times: Record<"api" | "mcp", number[]> = { api: [], mcp: [] };
  const search = {
    api: (query: string) => fetch(`${server.url}/api/product?perPage=${PER_PAGE}&search=${encodeURIComponent(query)}`),
    mcp: (query: string) => callSearch(server, platform.profileUrl, query),
  };
  try {
    for (const [at, query] of queries(WARM_UP + SEARCHES).entries())
      for (const by of at % 2 === 0 ? (["api", "mcp"] as const) : (["mcp", "api"] as const)) {
        const startedAt = performance.now();
        const response = await search[by](query);
        const text = await response.text();
        if (!response.ok) throw new Error(`${by}: ${response.status} ${text.slice(0, 300)}`);
        if (at >= WARM_UP) times[by].push(performance.now() - startedAt);
      }
  } finally {
    await server.stop();
    platform.stop();
  }
  const summary = (all: number[]) => ({ p50: quantile(all, 0.5), p95: quantile(all, 0.95) });
  return { products, api: summary(times.api), mcp: summary(times.mcp) };
}

/** Different texts, so that no response comes from the cache. */
function queries(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [note, theme, form] = [NOTES, THEMES, FORMS].map((words, by) => words[(at * (by * 2 + 1)) % words.length]);
    return [note, at % 3 === 0 ? theme : "", at % 2 === 0 ? form : "", `under ${1000 + at}`].filter(Boolean).join(" ");
  });
}

const callSearch = (server: MeasuredServer, profile: string, query: string) =>
  fetch(`${server.url}/ucp/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "search_catalog",
        arguments: { meta: { "ucp-agent": { profile } }, catalog: { query, pagination: { limit: PER_PAGE } } },
      },
    }),
  });

/** Publishes the profile of an agent. */
async function startPlatform() {
  const profile = {
    ucp: {
      version: CURRENT_VERSION,
      services: {},
      capabilities: { "dev.ucp.shopping.catalog.search": [{ version: CURRENT_VERSION }] },
      payment_handlers: {},
    },
  };
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=3600" })
      .end(JSON.stringify(profile)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { profileUrl: `http://127.0.0.1:${port}/profile.json`, stop: () => server.close() };
}

/** Formats the measurements as a table, with the goal. */
export function agentTable(measurements: readonly AgentMeasurement[]): string {
  const header = ["products", "API p50 ms", "p95", "MCP p50 ms", "p95", "p95 of MCP / API"];
  const rows = measurements.map(({ products, api, mcp }) => [
    products.toLocaleString("en"),
    ...[api.p50, api.p95, mcp.p50, mcp.p95].map((milliseconds) => milliseconds.toFixed(1)),
    `${(mcp.p95 / api.p95).toFixed(2)}${mcp.p95 > api.p95 * MAX_RATIO ? ` (goal: ${MAX_RATIO})` : ""}`,
  ]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
