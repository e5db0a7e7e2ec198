import { once } from "node:events";
import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONNECTION_OPTIONS, endSlowBodies, ignoreUnknownExpectations } from "./connections.ts";
import { guardRequests } from "./request-guard.ts";

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ ...CONNECTION_OPTIONS, trustProxy: "127.0.0.1" });
  guardRequests(app, { https: true });
  endSlowBodies(app, { timeoutMs: 100 });
  ignoreUnknownExpectations(app);
  app.post("/form", async () => ({ success: true }));
  app.post("/upload", { config: { bodyTimeoutMs: 60_000 } }, async () => ({ success: true }));
  app.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
  app.post("/dropped", async ({ raw }) => {
    raw.destroy();
    return { success: true };
  });
  app.get("/page", async ({ protocol, host }) => ({ at: `${protocol}://${host}` }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app?.close());

it("an injected request with an unread body has no late effects", async () => {
  const own = Fastify();
  endSlowBodies(own, { timeoutMs: 20 });
  own.addHook("onRequest", async () => {
    throw Object.assign(new Error("refused"), { statusCode: 401 });
  });
  own.post("/form", async () => "");
  expect((await own.inject({ method: "POST", url: "/form", payload: { a: 1 } })).statusCode).toBe(401);
  // An exception in a timer would end the run.
  await new Promise((resolve) => setTimeout(resolve, 60));
  await own.close();
});

/** Sends these bytes and reads until the server closes the connection, or `until` has come. */
async function exchange(request: string, until?: RegExp): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  let text = "";
  socket.on("data", (part) => {
    text += part;
    if (until?.test(text)) socket.end();
  });
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

it("an unknown expectation is ignored, so that every failure has the common shape", {
  meta: { requirements: "S8.19, R43" },
}, async () => {
  const { status, body } = await exchange(
    "GET /nothing HTTP/1.1\r\nHost: shop\r\nExpect: 200-maybe\r\nConnection: close\r\n\r\n",
  );
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ statusCode: 404 });
  expect((await get("Host: shop\r\nExpect: 200-maybe\r\n")).status).toBe(200);
});

const get = (headers: string, version = "1.1") =>
  exchange(`GET /page HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`);

function expectRejection(
  { status, head, body }: { status: number; head: string; body: string },
  expected: number,
): void {
  expect(status).toBe(expected);
  expect(head).toContain("content-type: application/json; charset=utf-8");
  expect(head).toContain("x-content-type-options: nosniff");
  expect(JSON.parse(body)).toEqual({
    success: false,
    statusCode: expected,
    code: expect.any(String),
    message: expect.stringMatching(/\.$/),
  });
}

describe("a request that cannot be read", () => {
  it.each([
    ["headers above 16 KB", `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["an address above 16 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["two lengths", "POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "a length and chunks",
      "POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
  ])("is rejected in the common shape: %s", { meta: { requirements: "S8.19" } }, async (_what, request, status) => {
    expectRejection(await exchange(request), status);
  });
});

describe("the host of a request", () => {
  it.each(["shop.example", "shop.example:8080", "127.0.0.1:3000", "[::1]:3000", "my_shop", "localhost"])(
    "may be %s",
    async (host) => {
      expect((await get(`Host: ${host}\r\n`)).status).toBe(200);
    },
  );

  it.each([
    ["with markup", 'Host: evil.example"><script>\r\n'],
    ["of two words", "Host: a b\r\n"],
    ["with a path", "Host: a/b\r\n"],
    ["with a user", "Host: user@a\r\n"],
    ["with a port beyond all ports", "Host: a:99999\r\n"],
    ["that looks like an address and is none", "Host: 1.2.3.456\r\n"],
    ["that is empty", "Host:\r\n"],
    ["that is not there", ""],
    ["there twice", "Host: a\r\nHost: b\r\n"],
    ["there twice, the same", "Host: a\r\nhost: a\r\n"],
    ["of a proxy, malformed", "Host: a\r\nX-Forwarded-Host: a b\r\n"],
    ["of a proxy with an odd protocol", "Host: a\r\nX-Forwarded-Proto: a b\r\n"],
  ])("is rejected %s", async (_what, headers) => {
    expectRejection(await get(headers), 400);
  });

  it("may be missing in HTTP/1.0", async () => {
    expect((await get("", "1.0")).status).toBe(200);
  });
});

describe("a body", () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;

  it("that does not arrive ends the request", async () => {
    expectRejection(await exchange(`${head("/form")}{`), 408);
  });

  it("that nobody waits for ends the connection", async () => {
    const { status, head } = await exchange("GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
    expect(status).toBe(200);
    expect(head).not.toContain("connection: close");
  });

  it("that the handler destroys ends its own connection alone", async () => {
    const sent = "POST /dropped HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 9\r\n\r\na,b";
    expect((await exchange(sent)).status).toBeNaN();
    expect((await get("Host: x\r\n")).status).toBe(200);
  });

  it("that arrives in time is answered, and the connection stays", async () => {
    const body = JSON.stringify({ a: "b" });
    const request = `POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(port, "127.0.0.1");
    const responses: string[] = [];
    socket.on("data", (part) => responses.push(String(part)));
    socket.write(request);
    await once(socket, "data");
    await new Promise((passed) => setTimeout(passed, 200));
    socket.write(request);
    await once(socket, "data");
    socket.destroy();
    expect(responses.map((response) => response.slice(9, 12))).toEqual(["200", "200"]);
  });

  it("of an upload has more time", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head("/upload")}{"a":"`);
    await new Promise((passed) => setTimeout(passed, 300));
    socket.write(`${"b".repeat(92)}"}`);
    const [response] = await once(socket, "data");
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1.1 200/);
  });
});

describe("every response", () => {
  it("has the security headers, with HSTS only over https", async () => {
    for (const path of ["/page", "/nowhere"]) {
      const { head } = await exchange(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(head).toContain("x-content-type-options: nosniff");
      expect(head).toContain("cross-origin-resource-policy: same-origin");
      expect(head).toContain("strict-transport-security: max-age=63072000");
    }
  });
});
