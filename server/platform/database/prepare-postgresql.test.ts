import { expect, it } from "vitest";
import { hostOf } from "./prepare-postgresql.ts";

it.each([
  ["postgres://shop@db.example:5433/shop", "db.example:5433"],
  ["postgres://shop@db.example/shop", "db.example:5432"],
  ["postgres://shop@/shop?host=/run/postgresql", "/run/postgresql"],
  ["postgres:///shop?host=/run/postgresql", "/run/postgresql"],
  ["postgres://shop@localhost/shop?host=/run/postgresql", "/run/postgresql"],
])("the database at %s is named %s", (url, host) => {
  expect(hostOf(url)).toBe(host);
});
