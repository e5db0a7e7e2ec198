import { describe, expect, it } from "vitest";
import { isZip, readArchive } from "../../server/shop/catalogue/import/picture-archive.ts";
import { INFO_ZIP, MACOS, OLD_WINDOWS, WINDOWS, zipOf } from "./zip-writers.ts";

const ROSE = Buffer.from("the bytes of a rose");
const MOGRA = Buffer.alloc(3000, "mogra ");
const FILES = [
  ["Pictures/Rose Gold.JPG", ROSE],
  ["Pictures/café/गुलाब.png", MOGRA],
] as const;
const read = (zip: Uint8Array) => [...readArchive(zip).batches].flat();
const refusal = (zip: Uint8Array) => {
  try {
    return read(zip).map(({ name }) => name);
  } catch (error) {
    const { statusCode, errors } = error as { statusCode: number; errors: { message: string }[] };
    return `${statusCode} ${errors[0]?.message}`;
  }
};

describe("a ZIP file of pictures", () => {
  it.each([
    ["macOS", MACOS],
    ["Windows", WINDOWS],
    ["an old program of Windows", OLD_WINDOWS],
    ["zip", INFO_ZIP],
  ])("made by %s has the pictures alone, by their names", (_, style) => {
    const zip = zipOf(FILES, style);
    expect(isZip(zip)).toBe(true);
    expect(read(zip).map(({ name, content }) => [name, Buffer.from(content)])).toEqual(FILES);
    expect(readArchive(zip)).toMatchObject({ count: 2, bytes: 3019 });
  });

  it("is unpacked in batches, of which none is much larger than 8 MB", () => {
    const large = Buffer.alloc(5 * 1024 * 1024);
    const zip = zipOf(
      [1, 2, 3, 4, 5].map((at) => [`${at}.jpg`, large] as const),
      WINDOWS,
    );
    expect([...readArchive(zip).batches].map((batch) => batch.map(({ name }) => name))).toEqual([
      ["1.jpg", "2.jpg"],
      ["3.jpg", "4.jpg"],
      ["5.jpg"],
    ]);
  });

  it.each([
    ["has no picture", zipOf([["Thumbs.db", ROSE]]), "422 There is no picture in this ZIP file."],
    ["is empty", zipOf([]), "422 There is no picture in this ZIP file."],
    [
      "says that a picture is 3 GB",
      zipOf([["a.jpg", ROSE, { bytes: 3_000_000_000 }]], WINDOWS),
      "413 “a.jpg” unpacks to more than 25 MB. Please make it smaller.",
    ],
    [
      "holds more than can be unpacked",
      zipOf(
        Array.from({ length: 21 }, (_, at) => [`${at}.jpg`, ROSE, { bytes: 25_000_000 }] as const),
        WINDOWS,
      ),
      "413 A ZIP file can unpack to up to 500 MB. Please split it.",
    ],
    [
      "holds too many pictures",
      zipOf(Array.from({ length: 5001 }, (_, at) => [`${at}.jpg`, Buffer.alloc(1)] as const)),
      "413 A ZIP file can have up to 5000 pictures. Please split it.",
    ],
    [
      "holds endless entries",
      zipOf(Array.from({ length: 20_001 }, (_, at) => [`.${at}`, Buffer.alloc(0)] as const)),
      "413 A ZIP file can have up to 20000 entries. Please split it.",
    ],
    [
      "is packed by a rare method",
      zipOf([["a.jpg", ROSE, { method: 14 }]]),
      "422 “a.jpg” is packed in a way that only some programs read. Please make the ZIP file with the system’s own program.",
    ],
    [
      "states two sizes for bytes that are not packed",
      zipOf([["a.jpg", ROSE, { bytes: 5 }]]),
      "422 This ZIP file can’t be read: it is cut off or damaged. Please make it again.",
    ],
    [
      "is cut off",
      zipOf(FILES, WINDOWS).subarray(0, 100),
      "422 This ZIP file can’t be read: it is cut off or damaged. Please make it again.",
    ],
    [
      "has a password",
      zipOf([["a.jpg", Buffer.alloc(40, 7), { method: 8, flags: 1 }]]),
      "422 “a.jpg” can’t be unpacked: it is damaged, or the ZIP file has a password. Please make the ZIP file again, without one.",
    ],
  ])("that %s is refused", (_, zip, message) => {
    expect(refusal(zip)).toBe(message);
  });

  it("never unpacks to more than it states", () => {
    const zip = zipOf([["a.jpg", Buffer.alloc(20_000_000), { bytes: 1000 }]], WINDOWS);
    expect(zip.length).toBeLessThan(100_000);
    const [bomb] = typeof refusal(zip) === "string" ? [] : read(zip);
    expect(bomb?.content.length ?? 0).toBeLessThanOrEqual(1000);
  });

  it("is read or refused, whatever is damaged in it", () => {
    const zip = zipOf(FILES, MACOS);
    for (let at = 0; at < zip.length; at += 1)
      for (const value of [0, 0xff]) {
        const damaged = Buffer.from(zip);
        damaged[at] = value;
        const outcome = refusal(damaged);
        expect(typeof outcome === "string" ? outcome : "").toMatch(/^$|^4\d\d .+\./);
      }
  });
});
