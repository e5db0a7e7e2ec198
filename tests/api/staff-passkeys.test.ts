/** Staff signs in with passkeys, which an authenticator in software makes. */

import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { openBrowser, SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  await shop.db.execute(sql`delete from rate_limit`);
});
afterAll(() => shop?.close());

type Send = ReturnType<typeof openBrowser>["send"];

/** An authenticator with one passkey. */
function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const credential = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: SHOP, crossOrigin: false }));
  function data(flags: number, rest = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(37);
    createHash("sha256").update("localhost").digest().copy(head);
    head[32] = flags;
    counter += 1;
    head.writeUInt32BE(counter, 33);
    return Buffer.concat([head, rest]);
  }
  return {
    make: ({ challenge, encodedChallenge }: { challenge: string; encodedChallenge: string }) => ({
      challenge,
      id: credential.toString("base64url"),
      clientDataJSON: clientData("webauthn.create", encodedChallenge).toString("base64url"),
      authenticatorData: data(
        0x45,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential]),
      ).toString("base64url"),
      publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
      algorithm: -7,
    }),
    answer({ challenge, encodedChallenge }: { challenge: string; encodedChallenge: string }) {
      const client = clientData("webauthn.get", encodedChallenge);
      const signed = data(0x05);
      const hash = createHash("sha256").update(client).digest();
      return {
        challenge,
        id: credential.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        authenticatorData: signed.toString("base64url"),
        signature: sign("sha256", Buffer.concat([signed, hash]), privateKey).toString("base64url"),
      };
    },
  };
}

const ask = async (send: Send, path: string) => (await send("POST", path)).body.data;
async function withPasskey(role: string, email: string) {
  const member = await signInAs(shop, role, email);
  const device = authenticator();
  const made = { ...device.make(await ask(member.send, "/passkeys/challenge")), name: "Phone" };
  expect((await member.send("POST", "/passkeys", made)).status).toBe(200);
  return { ...member, device, made };
}

it("a passkey signs in alone, and each challenge once", async () => {
  const { device, memberId } = await withPasskey("Packer", "key@staff.example");
  const browser = openBrowser(shop);
  const assertion = device.answer(await ask(browser.send, "/passkey-session/challenge"));
  const { body } = await browser.send("POST", "/passkey-session", assertion);
  expect(body.data).toMatchObject({ _id: String(memberId), role: "Packer" });
  expect((await browser.send("GET", "/passkeys")).body.data).toMatchObject([
    { name: "Phone", lastUsedAt: expect.any(String) },
  ]);
  // It counts as a recent second factor.
  expect((await browser.send("POST", "/recovery-codes")).status).toBe(200);
  const again = await openBrowser(shop).send("POST", "/passkey-session", assertion);
  expect(again.body).toMatchObject({ statusCode: 422, code: "credentials_wrong" });
});

it("a passkey is stored once, with a challenge that the same member has got", async () => {
  const { send, device, made } = await withPasskey("Packer", "once@staff.example");
  expect((await send("POST", "/passkeys", made)).status).toBe(422);
  const other = await signInAs(shop, "Packer", "other@staff.example");
  const challenge = await ask(send, "/passkeys/challenge");
  const stolen = { ...device.make(challenge), name: "Stolen" };
  expect((await other.send("POST", "/passkeys", stolen)).status).toBe(422);
  const copy = { ...device.make(await ask(other.send, "/passkeys/challenge")), name: "Copy" };
  expect((await other.send("POST", "/passkeys", copy)).body.code).toBe("conflict");
});

it("a passkey gives the second factor again in its own member's session only", async () => {
  const { send, device } = await withPasskey("Packer", "step@staff.example");
  const other = await signInAs(shop, "Packer", "stranger@staff.example");
  const forget = () => shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
  await forget();
  expect((await send("POST", "/passkeys/challenge")).body.code).toBe("step_up_required");
  const foreign = device.answer(await ask(other.send, "/session/passkey-step-up/challenge"));
  expect((await other.send("POST", "/session/passkey-step-up", foreign)).status).toBe(422);
  // A challenge of the sign-in is none of the step-up.
  const wrong = device.answer(await ask(send, "/passkey-session/challenge"));
  expect((await send("POST", "/session/passkey-step-up", wrong)).status).toBe(422);
  const right = device.answer(await ask(send, "/session/passkey-step-up/challenge"));
  expect((await send("POST", "/session/passkey-step-up", right)).status).toBe(200);
  expect((await send("POST", "/passkeys/challenge")).status).toBe(200);
});

it("a passkey ends with its removal, a reset and the member, and the log has both ends", async () => {
  const { send, device, memberId } = await withPasskey("Packer", "ends@staff.example");
  const signIn = async () => {
    const { send: guest } = openBrowser(shop);
    return guest("POST", "/passkey-session", device.answer(await ask(guest, "/passkey-session/challenge")));
  };
  expect((await signIn()).status).toBe(200);
  const [passkey] = (await send("GET", "/passkeys")).body.data;
  const thief = await signInAs(shop, "Owner");
  expect((await thief.send("DELETE", `/passkeys/${passkey._id}`)).status).toBe(404);
  expect((await send("DELETE", `/passkeys/${passkey._id}`)).status).toBe(200);
  expect((await signIn()).status).toBe(422);
  const { entries } = (await thief.send("GET", `/audit?subject=staff&id=${memberId}`)).body.data;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "staff.passkey_removed",
    "staff.signed_in",
    "staff.passkey_added",
  ]);

  const reset = await withPasskey("Packer", "reset@staff.example");
  await performCommand(shop, "staff reset reset@staff.example");
  const { send: guest } = openBrowser(shop);
  const assertion = reset.device.answer(await ask(guest, "/passkey-session/challenge"));
  expect((await guest("POST", "/passkey-session", assertion)).status).toBe(422);
});
