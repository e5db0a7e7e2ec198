/** The ids of a page's sections, made from their headings; two equal headings are told apart by a number. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const word =
      heading
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "") || "section";
    const count = (seen.get(word) ?? 0) + 1;
    seen.set(word, count);
    // A prefix of their own keeps them from the ids of the page's frame, such as "main".
    return `s-${count === 1 ? word : `${word}-${count}`}`;
  });
}
