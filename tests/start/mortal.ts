/**
 * A program for run.mjs: opens and keeps running, or ends with an error before (`refuses`) or after (`dies`) it is open, or at a signal
 * (`closesLate`), or hangs when it exits then (`hangs`), or asks to be started again then (`restarts`), after it has changed the FILE of its settings: to `opens`, or to one of the
 * reasons for which it does not open then.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [, , mode, file = "", changed = ""] = process.argv;
const text = file && existsSync(file) ? readFileSync(file, "utf8") : null;
if (text === "refuses") process.send?.({ problem: "Its settings are invalid." }, () => process.exit(1));
if (text === "dies") process.kill(process.pid, "SIGKILL");
if (mode === "refuses") {
  process.stderr.write("It cannot be opened.\n");
  process.exit(1);
}
process.on("SIGTERM", () => {
  if (mode === "restarts") {
    if (file) writeFileSync(file, changed);
    process.send?.({ restart: { file, text } }, () => close(0));
  } else if (mode === "hangs") process.send?.("closing", () => process.send?.({ closed: 0 }));
  else if (mode === "closesLate") close(1);
  else process.exit(0);
});
if (text === null || text === "opens")
  process.send?.("open", () => {
    process.stdout.write(`open as ${process.pid} ${process.env.SHOP_UNDONE ?? ""}\n`);
    if (mode === "dies") process.exit(3);
  });
setInterval(() => {}, 60_000);

function close(code: number): void {
  process.send?.("closing", () => process.send?.({ closed: code }, () => process.exit(code)));
}
