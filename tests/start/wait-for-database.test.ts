import { once } from "node:events";
import { createServer } from "node:net";
import { expect, inject, it, onTestFinished } from "vitest";
import { startTcpProxy } from "../faults/tcp-proxy.ts";
import { startServer } from "./server.ts";

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

it("waits for a PostgreSQL that is not there yet, responds 503 meanwhile, and opens as soon as it is", async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const url = Object.assign(new URL(inject("postgresUrl")), { hostname: "127.0.0.1", port: String(databasePort) });
  const server = startServer({ DATABASE_URL: url.href, PORT: String(port), HOST: "127.0.0.1" });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  await expect
    .poll(() => server.stderr(), { timeout: 20_000 })
    .toMatch(
      `The database at 127.0.0.1:${databasePort} cannot be used (nothing answers there); check DATABASE_URL, and that PostgreSQL is running. The shop opens as soon as it can, and answers 503 until then.\n`,
    );
  const call = await get("/api/shop");
  expect(call.status).toBe(503);
  expect(call.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await call.json()).toEqual({
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
  // Logged once, however often it was tried.
  expect(server.stderr().trim().split("\n")).toHaveLength(1);
});

it("stops calmly while it waits", async () => {
  const databasePort = await freePort();
  const server = startServer({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${databasePort}/shop` });
  await expect.poll(() => server.stderr(), { timeout: 20_000 }).toMatch(/answers 503 until then/);
  expect(server.stderr()).not.toContain("secret");
  server.process.kill("SIGTERM");
  expect(await server.ended).toEqual({ code: 0, signal: null });
});
