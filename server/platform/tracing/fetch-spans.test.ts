import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, expect, it } from "vitest";
import { traceFetch } from "./fetch-spans.ts";
import { createSpans } from "./spans.ts";

const exporter = new InMemorySpanExporter();
const spans = createSpans(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer("test"),
);
let stop: () => void;
beforeEach(() => {
  exporter.reset();
  stop = traceFetch(spans);
});
afterEach(() => stop());

it("records a request by its host, without its path, inside the active span only", async () => {
  const server = createServer((_request, response) => response.writeHead(201).end("ok")).listen(0, "localhost");
  await once(server, "listening");
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const request = async () => (await fetch(`http://${host}/payments/pay_1`)).text();
  await request();
  const parent = spans.start({ name: "job", isRoot: true });
  if (!parent) throw new Error("a root span is always recorded");
  await spans.runIn(parent, request);
  await expect
    .poll(() => exporter.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes })))
    .toEqual([
      {
        name: `GET ${host}`,
        attributes: { "http.request.method": "GET", "server.address": host, "http.response.status_code": 201 },
      },
    ]);
  server.close();
  server.closeAllConnections();
});

it("records a host that breaks the connection as an error", async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const parent = spans.start({ name: "job", isRoot: true });
  if (!parent) throw new Error("a root span is always recorded");
  await spans.runIn(parent, () => fetch(`http://localhost:${port}/`).catch(() => {}));
  server.close();
  expect(exporter.getFinishedSpans().map(({ status }) => status.code)).toEqual([2]);
});
