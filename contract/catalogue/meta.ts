/** About what search engines show of a description. */
export const META_DESCRIPTION_LENGTH = 155;
/** About what they show of a title. */
export const META_TITLE_LENGTH = 60;

/** The description for search engines of a product that has none of its own: sub title and text, cut between two words. */
export function metaDescriptionOf(subTitle: string, text: string): string {
  const line = [subTitle, text].filter(Boolean).join(". ").replace(/\s+/g, " ").trim();
  if (line.length <= META_DESCRIPTION_LENGTH) return line;
  const end = line.lastIndexOf(" ", META_DESCRIPTION_LENGTH) || META_DESCRIPTION_LENGTH;
  return `${line.slice(0, end).replace(/[,;:.]$/, "")}…`;
}
