import Fastify from "fastify";
import { expect, it } from "vitest";
import { warnOfUntrustedProxy } from "./untrusted-proxy.ts";

function appBehind(trustProxy: string[]) {
  const lines: { msg: string; proxy?: string }[] = [];
  const app = Fastify({
    trustProxy,
    logger: { level: "warn", stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  warnOfUntrustedProxy(app);
  app.get("/", async () => "ok");
  const send = (headers: Record<string, string>) => app.inject({ url: "/", headers, remoteAddress: "10.0.0.5" });
  return { lines, send };
}

it("warns once of a proxy that TRUST_PROXY does not name", async () => {
  const { lines, send } = appBehind([]);
  await send({});
  expect(lines).toEqual([]);
  await send({ "x-forwarded-for": "203.0.113.7" });
  await send({ "x-forwarded-for": "203.0.113.8" });
  expect(lines).toEqual([expect.objectContaining({ proxy: "10.0.0.5", msg: expect.stringContaining("TRUST_PROXY") })]);
});

it("does not warn of one that it names", async () => {
  const { lines, send } = appBehind(["10.0.0.0/8"]);
  await send({ "x-forwarded-for": "203.0.113.7" });
  expect(lines).toEqual([]);
});
