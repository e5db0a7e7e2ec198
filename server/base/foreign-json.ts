import { storable } from "./storable.ts";

/** Reads JSON that another service has written, with texts that can be stored; undefined if it is none, or nested too deeply to be walked through. */
export function readForeignJson(text: string | Buffer): unknown {
  try {
    return storable(JSON.parse(text.toString("utf8")) as unknown);
  } catch {
    return undefined;
  }
}
