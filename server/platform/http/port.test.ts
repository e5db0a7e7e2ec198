import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { requireFreePort } from "./port.ts";

it("rejects a port in use, and leaves a free one free", async () => {
  const other = createServer().listen(0, "localhost");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  await expect(requireFreePort("localhost", port)).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
  await once(other, "close");
  await requireFreePort("localhost", port);
  await requireFreePort("localhost", port);
});

it("rejects a host that is not this machine's", async () => {
  await expect(requireFreePort("192.0.2.1", 0)).rejects.toThrow("HOST 192.0.2.1 is not an address of this machine");
});
