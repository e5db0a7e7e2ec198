import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const ROOT = pathToFileURL(`${process.cwd()}/`).href;
const LIST_LOADED = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import("${ROOT}server/orders/orders/invoice/pdf.ts");
  await import("${ROOT}server/orders/orders/vouchers/voucher-pdf.ts");
  console.log(JSON.stringify(loaded));`;

it("the thread that draws documents loads no tables and no schemas, so that it starts at once", () => {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", LIST_LOADED], { encoding: "utf8" });
  const ours = (JSON.parse(output) as string[])
    .filter((url) => url.startsWith(ROOT) && !url.includes("node_modules"))
    .map((url) => url.slice(ROOT.length));
  expect(ours).toContain("server/orders/orders/invoice/table.ts");
  expect(ours.filter((file) => /^server\/platform\/(?!pdf\/)|schemas\.ts$/.test(file))).toEqual([]);
});
