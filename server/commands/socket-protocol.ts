/** The protocol between a command and the open shop: one JSON value per line. */

import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { z } from "zod";

export const clientMessage = z.union([
  z.object({
    command: z.string(),
    words: z.array(z.string()),
    cwd: z.string(),
    outIsTerminal: z.boolean(),
    errIsTerminal: z.boolean(),
  }),
  /** The caller's answer; null without a terminal. */
  z.object({ answer: z.string().nullable() }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;
export type CommandRequest = Extract<ClientMessage, { command: string }>;

export const shopMessage = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ ask: z.string(), secret: z.boolean() }),
  z.object({ exit: z.number() }),
]);
export type ShopMessage = z.infer<typeof shopMessage>;

/** The maximum length of a socket's path: 108 bytes on Linux, 104 on macOS, including the final NUL. */
const LONGEST_PATH = 103;

/**
 * Returns the path at which the shop on `dataDir` listens for commands: a socket in that folder, or on Windows a named pipe. Null if the
 * folder's path is too long for a socket.
 */
export function socketPath(dataDir: string): string | null {
  if (process.platform === "win32")
    return `\\\\.\\pipe\\shop-${createHash("sha256").update(dataDir.toLowerCase()).digest("hex")}`;
  const path = join(dataDir, "shop.sock");
  const shorter = [path, relative("", path)].filter((candidate) => Buffer.byteLength(candidate) <= LONGEST_PATH);
  return shorter[0] ?? null;
}
