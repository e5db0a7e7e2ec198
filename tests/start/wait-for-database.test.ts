import { expect, inject, it, onTestFinished } from "vitest";
import { startTcpProxy } from "../faults/tcp-proxy.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { freePort, startServer } from "./server.ts";

it("responds 503 until PostgreSQL is reachable, then opens", async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const url = Object.assign(new URL(inject("postgresUrl")), { hostname: "127.0.0.1", port: String(databasePort) });
  const server = startServer({ DATABASE_URL: url.href, PORT: String(port), HOST: "127.0.0.1" });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  await expect
    .poll(() => server.stderr(), { timeout: LONGEST_WAIT_MS })
    .toMatch(
      `The database at 127.0.0.1:${databasePort} cannot be used (connection refused); check DATABASE_URL, and that PostgreSQL is running. The shop opens as soon as it can, and responds 503 until then.\n`,
    );
  const response = await get("/api/shop");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await response.json()).toEqual({
    success: false,
    statusCode: 503,
    code: "unavailable",
    message: expect.any(String),
  });
  for (const path of ["/", "/robots.txt", "/readyz"]) expect([path, (await get(path)).status]).toEqual([path, 503]);
  expect(await (await get("/healthz")).json()).toEqual({ status: "ok" });

  const proxy = await startTcpProxy(inject("postgresUrl"), databasePort);
  onTestFinished(() => proxy.close());
  await server.url;
  expect((await get("/readyz")).status).toBe(200);
  expect((await get("/api/shop")).status).toBe(200);
  // Logged once, however often it retried.
  expect(server.stderr().trim().split("\n")).toHaveLength(1);
});

it("shuts down cleanly while it waits", async () => {
  const databasePort = await freePort();
  const server = startServer({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${databasePort}/shop` });
  await expect.poll(() => server.stderr(), { timeout: LONGEST_WAIT_MS }).toMatch(/responds 503 until then/);
  expect(server.stderr()).not.toContain("secret");
  server.process.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
