import type { Readable } from "node:stream";

/** Stores pictures and videos by name: a path such as `/catalogue/rose.0a1b2c3d.webp`. A name's content never changes. */
export interface MediaStore {
  /**
   * Stores the whole content or, when writing fails, nothing of it.
   * @param content the bytes, or the path of a file on this machine, which is streamed and stays
   */
  put(name: string, content: Uint8Array | string): Promise<void>;
  /**
   * @param range first and last byte; by default everything
   * @returns null when nothing has this name
   */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** @returns null when nothing has this name */
  stat(name: string): Promise<{ size: number } | null>;
  /** Does nothing when nothing has this name. */
  remove(name: string): Promise<void>;
  /** Removes everything whose name begins with this path: `/customers`, or `/` for all. */
  removeFolder(path: string): Promise<void>;
}

export interface ByteRange {
  start: number;
  /** The last byte, inclusive. */
  end: number;
}
