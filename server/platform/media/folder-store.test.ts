import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolderStore } from "./folder-store.ts";
import type { ByteRange, MediaStore } from "./media-store.ts";

let dataDir: string;
let store: MediaStore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "folder-store-"));
  store = createFolderStore(join(dataDir, "media"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const NAME = "/catalogue/rose.0a1b2c3d.webp";
const read = async (name: string, range?: ByteRange) => {
  const content = await store.open(name, range);
  return content && text(content);
};

describe("a stored file", () => {
  it.each(["bytes", "a file"])("is read as it was put as %s, whole and in part", async (what) => {
    const file = join(dataDir, "rose");
    await writeFile(file, "a rose");
    await store.put(NAME, what === "a file" ? file : Buffer.from("a rose"));
    expect(await read(NAME)).toBe("a rose");
    expect(await read(NAME, { start: 2, end: 3 })).toBe("ro");
    expect(await store.stat(NAME)).toEqual({ size: 6 });
  });

  it("may be put again", async () => {
    await Promise.all([store.put(NAME, Buffer.from("a rose")), store.put(NAME, Buffer.from("a rose"))]);
    expect(await read(NAME)).toBe("a rose");
  });

  it("is not there when its file cannot be read, and leaves nothing behind", async () => {
    await expect(store.put(NAME, dataDir)).rejects.toThrow("EISDIR");
    expect(await store.stat(NAME)).toBeNull();
    expect(await readdir(join(dataDir, "media", "catalogue"))).toEqual([]);
  });

  it("is gone when it is removed, and may be gone already", async () => {
    await store.put(NAME, Buffer.from("a rose"));
    await store.remove(NAME);
    await store.remove(NAME);
    expect([await store.stat(NAME), await store.open(NAME)]).toEqual([null, null]);
  });
});

describe("a folder", () => {
  it("is removed with everything in it, and nothing else", async () => {
    const names = [
      "/customers/one.00000000.webp",
      "/customers/inner/two.00000000.webp",
      "/customers-too/a.00000000.webp",
    ];
    for (const name of names) await store.put(name, Buffer.from("a"));
    await store.removeFolder("/customers");
    expect(await Promise.all(names.map(async (name) => (await store.stat(name)) !== null))).toEqual([
      false,
      false,
      true,
    ]);
    await store.removeFolder("/");
    await store.removeFolder("/customers");
    expect(await readdir(join(dataDir, "media"))).toEqual([]);
  });
});

it.each(["/../secret", "/a/../../secret", "/../media-too/secret"])(
  "no name leads out of the store: %s",
  async (name) => {
    await writeFile(join(dataDir, "secret"), "secret");
    await expect(read(name)).rejects.toThrow("is not in the media folder");
    await expect(store.put(name, Buffer.from("a"))).rejects.toThrow("is not in the media folder");
    await expect(store.stat(name)).rejects.toThrow("is not in the media folder");
  },
);

it("a name without a file, or of a folder, has no object", async () => {
  await store.put(NAME, Buffer.from("a rose"));
  for (const name of ["/catalogue", "/none.webp", `${NAME}/below`]) expect(await store.stat(name)).toBeNull();
  for (const name of ["/none.webp", `${NAME}/below`]) expect(await store.open(name)).toBeNull();
});
