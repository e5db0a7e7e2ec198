/**
 * What a page is about, for search engines. `<` is written as an escape, so that no text of the shop can end the script element.
 */
export function JsonLd({ data }: { data: { "@type": string } & Record<string, unknown> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped above; React would turn its quotes into entities
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
