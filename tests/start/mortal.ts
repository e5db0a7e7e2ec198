/**
 * A program for run.mjs: opens and keeps running, or ends with an error before (`refuses`) or after (`dies`) it is open, or at a signal
 * (`closesLate`), or asks to be started again then (`restarts`).
 */

const [, , mode] = process.argv;
if (mode === "refuses") {
  process.stderr.write("It cannot be opened.\n");
  process.exit(1);
}
process.on("SIGTERM", () => {
  if (mode === "restarts") process.send?.("restart", () => process.send?.("closing", () => process.exit(0)));
  else if (mode === "closesLate") process.send?.("closing", () => process.exit(1));
  else process.exit(0);
});
process.send?.("open", () => {
  process.stdout.write(`open as ${process.pid}\n`);
  if (mode === "dies") process.exit(3);
});
setInterval(() => {}, 60_000);
