import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createReachedAddresses, requireReached } from "./web-address.ts";

const requestOrigin = "http://localhost:3000";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A website at which requests for this shop arrive, as it sees them. */
function shop(seenAs?: string) {
  const reached = createReachedAddresses();
  const listener: RequestListener = ({ url = "", headers }, response) => {
    reached.note(url.split("/").at(-1) ?? "", seenAs ?? `http://${headers.host}`);
    response.end();
  };
  return { reached, listener };
}

it("takes the address by which the request came, or by which the shop reaches itself", async () => {
  const { reached, listener } = shop();
  await requireReached(reached, { origin: "http://localhost", requestOrigin: "http://localhost:80" });
  await requireReached(reached, { origin: await serve(listener), requestOrigin });
});

it("takes an address by which a browser has come with the number that the shop has made", async () => {
  const { reached } = shop();
  const origin = await serve(() => {});
  const refused = await requireReached(reached, { origin, requestOrigin, limitMs: 50 }).catch((error: Error) => error);
  const [, url = ""] = /open (\S+) in your browser/.exec((refused as Error).message) ?? [];
  expect(reached.note("of another shop", origin)).toBe(false);
  await expect(requireReached(reached, { origin, requestOrigin, limitMs: 50 })).rejects.toThrow("does not answer");
  expect(reached.note(url.split("/").at(-1) ?? "", origin)).toBe(true);
  await requireReached(reached, { origin, requestOrigin });
});

it.each<[string, () => Promise<string> | string, RegExp]>([
  ["hangs", () => serve(() => {}), /does not answer within 10 seconds/],
  ["never ends its response", () => serve((_, response) => response.write("…")), /another website .+answers 200/],
  ["is another website", () => serve((_, response) => response.writeHead(404).end()), /another website .+answers 404/],
  [
    "leads on",
    () => serve((_, response) => response.writeHead(301, { location: "https://www.shop.example/x" }).end()),
    /leads on to https:\/\/www\.shop\.example: enter that address/,
  ],
  // Refused before any name server is asked: that may take long.
  ["no machine has", () => `https://${"a".repeat(64)}.example`, /^No machine has the name a+\.example/],
  ["has no server", () => "http://127.0.0.1:2", /^Nothing answers at http:\/\/127\.0\.0\.1:2 \(ECONNREFUSED\)/],
  [
    "has no https",
    async () => (await serve(() => {})).replace("http:", "https:"),
    /^The certificate of \S+ is not valid \(ERR_SSL/,
  ],
])("rejects an address that %s, with the reason", async (_, address, reason) => {
  const { reached } = shop();
  const work = requireReached(reached, { origin: await address(), requestOrigin, limitMs: 1000 });
  await expect(work).rejects.toMatchObject({ errors: [{ field: "origin", message: expect.stringMatching(reason) }] });
});

it("says that a proxy does not pass on the address", async () => {
  const { reached, listener } = shop("http://localhost:3000");
  const work = requireReached(reached, { origin: await serve(listener), requestOrigin });
  await expect(work).rejects.toThrow("the shop sees http://localhost:3000: the https proxy must pass on Host");
});
