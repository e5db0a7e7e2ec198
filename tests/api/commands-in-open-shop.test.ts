/** With the embedded database, which only one process can open, the open shop runs commands. */

import { spawn } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { customer } from "../../server/database/schema.ts";
import { requireMatchingDatabase } from "../../server/live/database-state.ts";
import { buyersOf } from "./buyers.ts";
import { makeCustomer } from "./people.ts";
import { COMMANDS_PROGRAM, commandEnvironment, runCommand } from "./run-command.ts";
import { openShop, type TestShop } from "./shop.ts";

const CLEAR = ["demo:clear"];
let shop: TestShop;
let socket: { close(): Promise<void> };

describe.skipIf(inject("templates").databases)("a command beside the open shop", () => {
  beforeAll(async () => {
    shop = await openShop({ inItsFolder: true });
    socket = await shop.listenForCommands();
    await requireMatchingDatabase(shop.db, { DEMO: true });
    await makeCustomer(shop.db, "asha@example.com");
  });
  afterAll(() => shop?.close());

  it("is run by the shop, for this account only, with files relative to the caller's folder", async () => {
    expect(statSync(join(shop.dataDir, "shop.sock")).mode & 0o777).toBe(0o600);
    const file = join(shop.dataDir, "all.csv");
    const exported = await runCommand(shop, "catalogue:export", "all.csv");
    expect(exported).toEqual({ code: 0, out: "", err: `Exported 0 products to ${file}.\n` });
    expect((await runCommand(shop, "catalogue:export", "all.csv")).err).toMatch(/all\.csv exists already; .* --force/);
    expect(await runCommand(shop, "catalogue:export", "all.csv", "--force")).toMatchObject({ code: 0 });
    expect(await runCommand(shop, "settings", "SHOP_EMAIL", "nonsense")).toMatchObject({ code: 1, out: "" });
  });

  it("asks its caller questions while another command runs", async () => {
    const clear = startCommand(...CLEAR);
    await clear.says(/1 customer, .*\nType the shop's name, Kewra, to continue:/);
    expect(await runCommand(shop, "settings", "SHOP_TAGLINE", "Attars")).toMatchObject({ code: 0 });
    clear.response("Attar House");
    expect(await clear.ended).toBe(1);
    expect(clear.err()).toContain('The shop is named "Kewra", not "Attar House", so nothing was deleted.');
    expect(await shop.db.$count(customer)).toBe(1);
  });

  it("does nothing when its caller disconnects before the response", async () => {
    const clear = startCommand(...CLEAR);
    await clear.says(/to continue:/);
    clear.kill();
    await clear.ended;
    expect(await shop.db.$count(customer)).toBe(1);
    const closed = startCommand(...CLEAR);
    closed.response();
    expect(await closed.ended).toBe(1);
    expect(closed.err()).toContain("Nobody answered, so nothing was done.");
  });

  it("ends when the shop closes, which waits for it", async () => {
    const clear = startCommand(...CLEAR);
    await clear.says(/to continue:/);
    await socket.close();
    expect(await clear.ended).toBe(1);
    expect(clear.err()).toMatch(/The shop is closing, so the command was stopped\. Please repeat it\.\n$/);
    expect(await shop.db.$count(customer)).toBe(1);
  });

  it("opens the database itself once the shop is closed, past a socket that a killed shop has left", async () => {
    await shop.app.close();
    const path = join(shop.dataDir, "shop.sock");
    if (!existsSync(path)) writeFileSync(path, "");
    const clear = startCommand(...CLEAR);
    await clear.says(/to continue:/);
    clear.response("Kewra");
    expect(await clear.ended).toBe(0);
    expect(clear.err()).toMatch(/^Shop "Kewra", DEMO=true, embedded database in /);
  });
});

it.skipIf(inject("templates").databases)("the open shop mails what a command does to an order", async () => {
  const own = await openShop({ inItsFolder: true });
  try {
    await own.listenForCommands();
    const shoppers = buyersOf(own);
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    const shipped = await runCommand(own, "order", "ship", orderNumber, "--awb", "CMD-100", "--courier", "Blue Dart");
    expect(shipped).toEqual({ code: 0, out: `Order ${orderNumber} is Shipped now.\n`, err: "" });
    await shoppers.people.mailAbout(asha.email, `Your order ${orderNumber} is on its way`);
  } finally {
    await own.close();
  }
});

/** A command whose caller is still connected. */
function startCommand(...words: string[]) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", COMMANDS_PROGRAM, ...words], {
    env: commandEnvironment(shop),
    stdio: ["pipe", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (part) => {
    err += part;
  });
  return {
    err: () => err,
    says: (text: RegExp) => vi.waitFor(() => expect(err).toMatch(text), { timeout: 30_000 }),
    response: (line?: string) => void child.stdin.end(line === undefined ? "" : `${line}\n`),
    kill: () => void child.kill("SIGKILL"),
    ended: new Promise<number | null>((resolve) => {
      child.once("close", (code) => resolve(code));
    }),
  };
}
