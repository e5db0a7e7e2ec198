/** `npm run db:functions`: gives changed function files the next version, by which instances recognise the newer text. With --check it only says so. */

import { readFileSync, writeFileSync } from "node:fs";
import { hashOfAll, readFunctions, VERSION_FILE } from "../server/platform/database/migrate/function-files.ts";
import { print } from "./command.ts";

const { version, files } = readFunctions();
const hash = hashOfAll(files);
if (JSON.parse(readFileSync(VERSION_FILE, "utf8")).hash === hash) print(`The functions are at version ${version}.`);
else if (process.argv.includes("--check")) {
  print("The functions have changed: run npm run db:functions.");
  process.exitCode = 1;
} else {
  writeFileSync(VERSION_FILE, `${JSON.stringify({ version: version + 1, hash }, null, 2)}\n`);
  print(`The functions are now at version ${version + 1}.`);
}
