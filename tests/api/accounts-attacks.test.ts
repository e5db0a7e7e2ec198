/** Attacks by somebody who has read the code. */

import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, peopleOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Collects the statements of one request only. */
const statements = new AsyncLocalStorage<string[]>();
let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop({ onStatement: (statement) => void statements.getStore()?.push(statement) });
  people = peopleOf(shop);
});
afterAll(() => shop?.close());

let number = 0;
async function member(): Promise<{ email: string; token: string }> {
  number += 1;
  const email = `member${number}@example.com`;
  return { email, token: (await people.signUp(email)).token };
}

describe("whether an email has an account", () => {
  /** Returns the response of a request, and its statements. */
  async function watch(path: string, body: object) {
    const seen: string[] = [];
    const response = await statements.run(seen, () => people.post(path, body));
    return { status: response.status, body: response.body, seen };
  }

  it.each([
    ["forgot-password", "verify"],
    ["otp", "register"],
  ])(
    "is revealed neither by the response of user/%s nor by its statements, nor by those of user/%s after it",
    async (ask, prove) => {
      const { email: known } = await member();
      await people.ageCodes(known, 30);
      const unknown = `nobody.${ask}@example.com`;
      const responses = await Promise.all([known, unknown].map((email) => watch(`user/${ask}`, { email })));
      expect(responses[0]).toEqual(responses[1]);
      expect(responses[0]).toMatchObject({ status: 200, body: { data: {} } });
      expect(responses[0]?.seen.filter((statement) => statement.includes(`insert into "mail"`))).toHaveLength(1);

      // Another code requested too soon, and a code guessed at until it is invalid.
      const again = await Promise.all([known, unknown].map((email) => watch(`user/${ask}`, { email })));
      expect(again.map(({ status }) => status)).toEqual([429, 429]);
      expect(again[0]?.seen).toEqual(again[1]?.seen);
      for (let n = 0; n < 6; n += 1) {
        const guess = { otp: `00000${n}`, password: PASSWORD, name: "Mallory" };
        const guesses = await Promise.all([known, unknown].map((email) => watch(`user/${prove}`, { email, ...guess })));
        expect(guesses[0]).toEqual(guesses[1]);
        expect(guesses[0]).toMatchObject({ status: 422, seen: { length: expect.any(Number) } });
      }
    },
  );
});

describe("one account", () => {
  it("requested, guessed at and changed concurrently causes no error", async () => {
    const { email, token } = await member();
    await people.post("user/forgot-password", { email });
    const [mail] = await people.mailsTo(email, 2);
    const [, reset = ""] = /\/change\/password\/([\w-]{43})/.exec(mail?.text ?? "") ?? [];
    await people.ageCodes(email, 30);
    const responses = await Promise.all([
      people.post("user/forgot-password", { email }),
      people.post("user/change-password", { password: "password one" }, { token: reset }),
      people.post("user/password", { currentPassword: PASSWORD, password: "password two" }, { token }),
      people.post("user/verify", { email, otp: "000000" }),
      people.logIn(email),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe("a body", () => {
  it("with a NUL character causes no error of the shop", async () => {
    const { token } = await member();
    const responses = [
      await people.post("user/otp", { email: "a\0@b.co" }),
      await people.post("user/login", { email: "a@b.co", password: "x\0" }),
      await people.post("user/address", { street: "1\0", city: "Pune", state: "MH", pincode: "411001" }, { token }),
      await people.get(`product?search=${encodeURIComponent("\0")}`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 200, 200]);
  });

  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  it.each([
    ["of nothing", "", 422],
    ["whose boundary is another", `${field("name", "Asha").replaceAll("--b", "--c")}--c--\r\n`, 400],
    ["that reaches for prototypes", `${field("__proto__", "x")}${field("name", "Asha")}--b--\r\n`, 400],
    ["of 60 parts", `${field("name", "Asha").repeat(60)}--b--\r\n`, 413],
    ["with a name of 100 kB", `${field("name", "x".repeat(100_000))}--b--\r\n`, 422],
    ["with a thousand headers", `--b\r\n${"x: y\r\n".repeat(1000)}\r\n\r\n--b--\r\n`, 422],
  ])(
    "of parts %s is rejected in the common shape",
    { meta: { requirements: "S8.19" } },
    async (_what, parts, status) => {
      const { token } = (await people.logIn("member1@example.com")).body.data;
      const response = await people.send("POST", "user/update", Buffer.from(parts, "latin1"), {
        token,
        headers: { "content-type": "multipart/form-data; boundary=b" },
      });
      expect(response).toMatchObject({
        status,
        body: { success: false, statusCode: status, code: expect.any(String), message: expect.stringMatching(/\.$/) },
      });
    },
  );

  let origin: string | undefined;
  const listening = async () => (origin ??= await shop.app.listen({ port: 0, host: "127.0.0.1" }));

  it("with too many files gets an error naming one, and its connection serves the next request", async () => {
    const { token } = await member();
    const [first, second, unknown] = ["profile_image", "profile_image", "other"];
    const form = (...names: (string | undefined)[]) =>
      Buffer.from(
        `${names.map((name) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${"a".repeat(200_000)}\r\n`).join("")}--b--\r\n`,
      );
    const url = new URL(await listening());
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (body: Buffer) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" };
      const sent = request(new URL("/api/user/update", url), { method: "POST", agent, headers });
      sent.end(body);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return { status: response.statusCode, body: JSON.parse(await text(response)) };
    };
    expect(await post(form(first, second))).toMatchObject({
      status: 400,
      body: { errors: [{ field: "profile_image", message: "Please send one file here." }] },
    });
    expect(await post(form(unknown))).toMatchObject({
      status: 400,
      body: { errors: [{ field: "other", message: "This form has no such file." }] },
    });
    agent.destroy();
  });

  it("far too large gets a response, not a reset", async () => {
    const { token } = await member();
    const shopOrigin = await listening();
    const body = new FormData();
    body.set("name", "Asha");
    body.set("profile_image", new Blob([Buffer.alloc(30 * 1024 * 1024)]), "../../etc/passwd");
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${shopOrigin}/api/user/update`, { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      errors: [{ field: "profile_image", message: expect.stringMatching(/The limit is 8 MB/) }],
    });
  });
});
