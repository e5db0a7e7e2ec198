import { closeSync, existsSync, openSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { freePort, startServer } from "./server.ts";

it.runIf(existsSync("/dev/full"))("a shop whose output cannot be written opens, responds and stops", async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const port = await freePort();
  const server = startServer({ PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "info" }, full);
  await expect.poll(() => server.messages, { timeout: LONGEST_WAIT_MS }).toContain("open");
  for (let request = 0; request < 20; request += 1)
    expect((await fetch(`http://127.0.0.1:${port}/api/shop`)).status).toBe(200);
  server.process.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
