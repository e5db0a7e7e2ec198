import { expect, it } from "vitest";
import { missingOnEmbedded } from "./statements.ts";

const send = (file: string, ...statements: string[]) => statements.map((statement) => ({ file, statement }));

it("finds what a file on PostgreSQL only sends and no file on the embedded database does, once", () => {
  const onEmbedded = send("cart.test.ts", "select 1 from product");
  const missing = send("mail.test.ts", "select 1 from mail where id = $1");
  const onPostgresql = [
    ...missing,
    ...send("mail.test.ts", "select  1\nfrom mail where id = $2", "begin; set local lock_timeout = 1", "commit"),
    ...send("cart.test.ts", "select 1 from cart_item"),
  ];
  expect(missingOnEmbedded(onPostgresql, onEmbedded)).toEqual(missing);
  const sentToo = [...onEmbedded, ...send("jobs.test.ts", "select 1 from mail where id = $1")];
  expect(missingOnEmbedded(onPostgresql, sentToo)).toEqual([]);
});

it.each([
  ["select 1 where id in ($1, $2, $3)", "select 1 where id in ($1)"],
  ["insert into mail values ($1, default), ($2, default)", "insert into mail values ($1, default)"],
  [
    'insert into item values ((select id from "placed"), $1), ((select id from "placed"), $2)',
    'insert into item values ((select id from "placed"), $1)',
  ],
  [
    "select from (values ($1::text, $2::int), ($3::text, $4::int)) as due",
    "select from (values ($1::text, $2::int)) as due",
  ],
])("takes %s and %s for one", (one, other) => {
  expect(missingOnEmbedded(send("a", one), send("b", other))).toEqual([]);
  expect(missingOnEmbedded(send("a", other), send("b", one))).toEqual([]);
});
