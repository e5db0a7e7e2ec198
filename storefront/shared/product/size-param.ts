/** A size in a URL: "10-ml" for "10 ml". */
export const sizeParam = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
