import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { sendRequests } from "./client.ts";

/** Starts a TCP server. @returns its URL */
async function startServer(reply: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => socket.on("data", () => reply(socket))).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

it("requests each path in turn until it is stopped", async () => {
  const url = await startServer((socket) => socket.write(OK));
  const received: [path: number, status: number, bytes: number][] = [];
  await sendRequests({ url, paths: ["/a", "/b"], connections: 1 }, ({ path, status, bytes }) => {
    received.push([path, status, bytes]);
    return received.length < 3;
  });
  expect(received).toEqual([0, 1, 0].map((path) => [path, 200, OK.length]));
});

it.each([
  ["a response cut short", (socket: Socket) => socket.end(OK.slice(0, -1)), "closed a connection"],
  ["a connection closed before the response", (socket: Socket) => socket.end(), "closed a connection"],
  [
    "a response without Content-Length",
    (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"),
    "without Content-Length",
  ],
])("rejects %s", async (_, reply, message) => {
  const url = await startServer(reply);
  await expect(sendRequests({ url, paths: ["/"], connections: 1 }, () => true)).rejects.toThrow(message);
});
