import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { restartAfter } from "./shop-process.ts";

it.each([
  ["once a client has its response", false],
  ["although its client has gone before it was stored", true],
])("starts the shop again %s", async (_, hasGone) => {
  const former = { file: ".env", text: null };
  const restarts: unknown[] = [];
  const server = createServer(async (_request, response) => {
    if (hasGone) {
      client.destroy();
      await once(response, "close");
    }
    restartAfter(response, { restart: (of) => void restarts.push(of) }, former);
    expect(restarts).toEqual(hasGone ? [former] : []);
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }, (response) => {
    response.resume();
  });
  client.on("error", () => {});
  client.end();
  await expect.poll(() => restarts).toEqual([former]);
});
