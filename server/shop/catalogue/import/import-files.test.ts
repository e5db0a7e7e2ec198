import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { toApiError } from "../../../platform/http/errors.ts";
import { receiveFile } from "./import-files.ts";

// Linux has a device on which every write fails as on a full disk.
it.runIf(process.platform === "linux")(
  "a full disk is said once the whole body is read, so that the response arrives",
  async () => {
    const body = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10_000)));
    const error = await receiveFile(body, "/dev/full").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "ENOSPC" });
    expect(body.readableEnded).toBe(true);
    expect(toApiError(error)).toMatchObject({ code: "unavailable", message: expect.stringContaining("disk is full") });
  },
);
