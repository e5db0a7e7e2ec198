import type { FastifyReply } from "fastify";
import { expect, it } from "vitest";
import { csvResponse } from "./csv-download.ts";

/** The text of a file with these records, without its byte order mark. */
async function fileOf(records: string[][]): Promise<string> {
  const reply = { header: () => reply } as unknown as FastifyReply;
  let text = "";
  for await (const part of csvResponse(reply, "file.csv", records)) text += part;
  return text.replace(/^\uFEFF/, "");
}

it("writes numbers of 12 digits and more as texts, which Excel would round, and shorter ones as they are", async () => {
  expect(
    await fileOf([["9845011223", "560001", "1499.00", "99999999999", "123456789012", "00000000000000000001"]]),
  ).toBe("9845011223,560001,1499.00,99999999999,'123456789012,'00000000000000000001\r\n");
});

it("writes a formula as text, and an amount below 0 as a number", async () => {
  expect(await fileOf([["=1+1", "@SUM(A1)", "-12.50", "+91 98450 11223"]])).toBe(
    "'=1+1,'@SUM(A1),-12.50,+91 98450 11223\r\n",
  );
});
