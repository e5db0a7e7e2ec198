/** A problem in a file of the content, with its place. Pure. */

export interface ContentProblem {
  /** "banners.json" */
  file: string;
  /** Within the file, as its reader would look for it: "banner 2, link", "line 7", or empty for all of it. */
  where: string;
  /** Within a list, as the back office's form names the input: "1.link"; empty for a page, or all of the list. */
  field: string;
  message: string;
}

/** For example "banners.json, banner 2, link: must not be empty". */
export const describeProblem = ({ file, where, message }: ContentProblem): string =>
  `${where === "" ? file : `${file}, ${where}`}: ${message}`;

export const problemOf = (file: string, message: string, where = ""): ContentProblem => ({
  file,
  where,
  field: "",
  message,
});

/**
 * A problem of an entry of a list.
 * @param noun names an entry
 * @param path leads from the list to the value: `[1, "links", 0, "link"]` is "column 2, link 1, link"
 */
export function problemAt(
  { file, noun }: { file: string; noun: string },
  path: readonly PropertyKey[],
  message: string,
): ContentProblem {
  const where = path.flatMap((part, at) => {
    if (typeof part === "number") return `${at === 0 ? noun : String(path[at - 1]).replace(/s$/, "")} ${part + 1}`;
    return typeof path[at + 1] === "number" ? [] : String(part);
  });
  return { file, where: where.join(", "), field: path.join("."), message };
}
