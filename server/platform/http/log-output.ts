import pino from "pino";

/** How much of the log waits in memory while it cannot be written. */
const WAITING_BYTES = 256 * 1024;

/**
 * Opens a file for the log, by default the standard output. When it cannot be written, on a full disk for example, the shop goes on: lines
 * wait, further ones are lost, and a line says how many as soon as it can.
 * @param dest a file descriptor or a path
 */
export function openLogOutput(dest: number | string = 1) {
  const output = pino.destination({ dest, sync: true, maxLength: WAITING_BYTES });
  let lost = 0;
  output.on("error", () => {});
  output.on("drop", () => (lost += 1));
  output.on("drain", () => {
    if (lost === 0) return;
    const line = { level: 50, time: Date.now(), msg: `${lost} lines of the log were lost: it could not be written` };
    lost = 0;
    output.write(`${JSON.stringify(line)}\n`);
  });
  return output;
}
