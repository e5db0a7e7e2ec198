import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { limitConnections, maxConnectionsOf, readOpenFilesLimit } from "./connection-limit.ts";

it.each([
  [65_536, 65_280],
  [1024, 768],
  [512, 256],
  [160, 80],
  [1, 1],
])("of %i open files %i are for clients", (openFiles, connections) => {
  expect(maxConnectionsOf(openFiles)).toBe(connections);
});

it("the limit of open files is the soft one of this process, if the system tells it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "limits-"));
  const file = join(folder, "limits");
  const line = (soft: string) =>
    `Limit           Soft Limit  Hard Limit  Units\nMax open files  ${soft}  1048576  files\n`;
  await writeFile(file, line("1024"));
  expect(await readOpenFilesLimit(file)).toBe(1024);
  await writeFile(file, line("unlimited"));
  expect(await readOpenFilesLimit(file)).toBeNull();
  expect(await readOpenFilesLimit(join(folder, "none"))).toBeNull();
  await rm(folder, { recursive: true });
});

it("connections above the maximum are refused and logged once, and those that are open go on", async () => {
  const logged: string[] = [];
  const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1");
  limitConnections(server, 2, { error: (_details: unknown, message?: string) => logged.push(message ?? "") } as never);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const ask = async (socket: Socket) => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return String((await once(socket, "data"))[0]);
  };
  const first = await open();
  const second = await open();
  expect(await ask(first)).toContain("200 OK");
  for (let tries = 0; tries < 2; tries += 1) {
    const refused = await open();
    await once(refused, "close");
  }
  expect(logged).toEqual([expect.stringMatching(/^connections are refused: 2 are open\./)]);
  expect(await ask(second)).toContain("200 OK");

  first.destroy();
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1);
  const third = await open();
  expect(await ask(third)).toContain("200 OK");
  for (const socket of [second, third]) socket.destroy();
  server.close();
});
