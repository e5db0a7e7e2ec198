export interface DiffLine {
  text: string;
  /** Whether both texts have the line, only the former, or only the later one. */
  kind: "same" | "removed" | "added";
}

/** Texts that differ in more lines, multiplied, would take a second or more. */
const MAX_COMPARISONS = 4_000_000;

/** Compares two texts line by line; the longest common subsequence is unchanged, unless they differ in too many lines. */
export function diffLines(former: string, later: string): DiffLine[] {
  const [a, b] = [former.split("\n"), later.split("\n")];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...ofKind("same", a.slice(0, start)),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...ofKind("same", a.slice(a.length - end)),
  ];
}

const ofKind = (kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ text, kind }));

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MAX_COMPARISONS) return [...ofKind("removed", a), ...ofKind("added", b)];
  // lengths[i][j]: number of common lines of a from i and b from j.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ text: a[i] ?? "", kind: "same" });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ text: a[i] ?? "", kind: "removed" });
      i += 1;
    } else {
      lines.push({ text: b[j] ?? "", kind: "added" });
      j += 1;
    }
  }
  return lines;
}
