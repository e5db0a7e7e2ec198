/** Characters of a description that search engines show, roughly. */
export const META_DESCRIPTION_LENGTH = 155;
/** Characters of a title that search engines show, roughly. */
export const META_TITLE_LENGTH = 60;

/** Derives a product's meta description from sub title and text, cut between two words, for a product that has none. */
export function metaDescriptionOf(subTitle: string, text: string): string {
  const line = [subTitle, text].filter(Boolean).join(". ").replace(/\s+/g, " ").trim();
  if (line.length <= META_DESCRIPTION_LENGTH) return line;
  const end = line.lastIndexOf(" ", META_DESCRIPTION_LENGTH) || META_DESCRIPTION_LENGTH;
  return `${line.slice(0, end).replace(/[,;:.]$/, "")}…`;
}
