/** Finds the uploaded picture that a product file means, as people name files: with or without folders, in capitals or not. */

import { closest, distance } from "fastest-levenshtein";

const MAX_TYPOS = 3;
/** How many missing pictures are compared with all others: thousands would take minutes, in which nobody else is answered. */
const MAX_COMPARED = 200;

export interface PictureNames {
  /** @returns the name of the uploaded picture, or why none can be chosen */
  find(entry: string): { name: string } | { problem: string };
}

/** @param names the paths of uploaded pictures, as `cleanPath` makes them */
export function createPictureNames(names: readonly string[]): PictureNames {
  const exact = new Set(names);
  /** Each with its key, which would take long to make for each entry. */
  const byFile = new Map<string, { name: string; key: string }[]>();
  let compared = 0;
  for (const name of names) {
    const key = keyOf(name);
    const file = fileOf(key);
    const alike = byFile.get(file);
    if (alike) alike.push({ name, key });
    else byFile.set(file, [{ name, key }]);
  }

  return {
    find(entry) {
      const path = cleanPath(entry);
      if (exact.has(path)) return { name: path };
      const key = keyOf(path);
      const sameFile = byFile.get(fileOf(key)) ?? [];
      const same = sameFile.filter((one) => one.key === key);
      // A folder may be missing on either side, but no other may stand in its place.
      const found = same.length > 0 ? same : sameFile.filter((one) => endsWith(one.key, key) || endsWith(key, one.key));
      const [first, second] = found.map(({ name }) => name);
      if (first !== undefined && second === undefined) return { name: first };
      if (first !== undefined)
        return {
          problem: `is the name of ${found.length} uploaded pictures: ${listed(found.map(({ name }) => name))}; please write one of them`,
        };
      return {
        problem: missing(
          sameFile.map(({ name }) => name),
          fileOf(key),
        ),
      };
    },
  };

  function missing(sameFile: readonly string[], file: string): string {
    const before = names.length === 0 ? "is not uploaded" : "is not among the uploaded pictures";
    const other = sameFile.length > 0 ? sameFile : alike(file);
    if (other.length > 0) return `${before}; there is ${listed(other)}`;
    return `${before}: please add it, alone or in a ZIP file, or write its address`;
  }

  function alike(file: string): readonly string[] {
    if (byFile.size === 0 || compared === MAX_COMPARED) return [];
    compared += 1;
    const files = [...byFile.keys()];
    const withOtherEnd = files.find((one) => stemOf(one) === stemOf(file));
    const next = withOtherEnd ?? closest(file, files);
    return withOtherEnd || distance(file, next) <= Math.min(MAX_TYPOS, file.length / 4)
      ? (byFile.get(next) ?? []).map(({ name }) => name)
      : [];
  }
}

/** Writes a path with "/" between its folders, without a drive or a beginning slash, and with composed letters: macOS takes them apart. */
export const cleanPath = (path: string): string =>
  path
    .normalize("NFC")
    .replace(/^[a-z]:(?=[/\\])/i, "")
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");

/** The same for two spellings of one path. */
const keyOf = (path: string) => path.toLowerCase().replace(/\s+/g, " ");
const fileOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const stemOf = (file: string) => file.replace(/\.[a-z0-9]{2,5}$/, "");
const endsWith = (path: string, end: string) => path.endsWith(`/${end}`);

const MAX_LISTED = 3;
const listed = (names: readonly string[]) =>
  names
    .slice(0, MAX_LISTED)
    .map((name) => `"${name}"`)
    .join(", ") + (names.length > MAX_LISTED ? " and others" : "");
