import Fastify from "fastify";
import { expect, it } from "vitest";
import { bodies } from "./bodies.ts";
import { readMultipart } from "./multipart.ts";

const file = [
  "--x",
  'content-disposition: form-data; name="file"; filename="a.mp4"',
  "",
  "a".repeat(100_000),
  "--x--",
  "",
].join("\r\n");

it("a file that the disk cannot store is no error of the form", async () => {
  const app = Fastify();
  // No folder can be there.
  await bodies(app, "/dev/null/uploads");
  app.post("/upload", (request) => readMultipart(request, { file: { maxBytes: 1_000_000, toDisk: true } }));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(500).send({ code: (error as NodeJS.ErrnoException).code }),
  );
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const response = await app.inject({ method: "POST", url: "/upload", headers, payload: file });
  expect(response.json()).toEqual({ code: "ENOTDIR" });
  await app.close();
});
