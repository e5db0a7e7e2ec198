/** `npm run newsletter -- export`: the subscribers for the program that sends the newsletter. */

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf, type ReceivedMail } from "./people.ts";
import { performWords } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
/** The link in the reader's mail. */
let link: string;
const newsletter = (...words: string[]) => performWords(shop, "newsletter", ...words);

const tokenIn = ({ text }: ReceivedMail, page: string) =>
  new RegExp(`/newsletter/${page}/([\\w-]{43})`).exec(text)?.[1];

beforeAll(async () => {
  shop = await openShop();
  const { post, mailsTo } = peopleOf(shop);
  const ask = async (email: string) => {
    await post("newsletter", { email });
    return (await mailsTo(email))[0] as ReceivedMail;
  };
  await ask("pending@example.com");
  for (const email of ["asha@example.com", "=sum@example.com", "left@example.com"]) {
    const mail = await ask(email);
    await post("newsletter/confirm", { token: tokenIn(mail, "confirm") });
    if (email === "asha@example.com") link = /http\S+\/newsletter\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? "";
    if (email === "left@example.com") await post("newsletter/unsubscribe", { token: tokenIn(mail, "unsubscribe") });
  }
  // More than one batch.
  await shop.db.execute(sql`
    insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
    select 'p' || n || '@example.com', 'confirmed', 'token ' || n, 'https://shop.example', now(), now() from generate_series(1, 2100) n`);
  await mailsTo("left@example.com", 2);
});
afterAll(() => shop?.close());

describe("npm run newsletter -- export", () => {
  it("writes the confirmed subscribers with their unsubscribe links", async () => {
    const file = join(shop.dataDir, "readers.csv");
    const { code, out, err } = await newsletter("export", file);
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: `Exported 2,102 subscribers to ${file}.\n` });
    const rows = parse<Record<string, string>>(await readFile(file), { bom: true, columns: true });
    expect(rows).toHaveLength(2102);
    expect(rows[0]).toEqual({
      email: "asha@example.com",
      confirmed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      unsubscribe_link: link,
    });
    expect(new Set(rows.map(({ email }) => email)).size).toBe(2102);
    expect(rows.map(({ email }) => email)).not.toContain("pending@example.com");
    expect(rows.map(({ email }) => email)).not.toContain("left@example.com");
    await expect(stat(`${file}.part`)).rejects.toThrow("ENOENT");
  });

  it("goes to the standard output without a file, and no email is a formula of a spreadsheet", async () => {
    const { code, out } = await newsletter("export");
    expect(code).toBe(0);
    const lines = out.split("\r\n");
    expect(lines[0]).toBe("\uFEFFemail,confirmed_at,unsubscribe_link");
    expect(lines[2]).toMatch(/^'=sum@example\.com,/);
  });

  it("reports an error in one sentence", async () => {
    expect(await newsletter("export", "a.csv", "b.csv")).toEqual({
      code: 1,
      out: "",
      err: "Write it like this: npm run newsletter -- export [FILE] [--force]\n",
    });
    const nowhere = join(shop.dataDir, "nowhere", "readers.csv");
    expect((await newsletter("export", nowhere)).err).toBe(
      `${nowhere} cannot be written (ENOENT); choose another place.\n`,
    );
  });
});
