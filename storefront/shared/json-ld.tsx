/** Structured data for search engines. Escapes `<`, so that no text can end the script element. */
export function JsonLd({ data }: { data: { "@type": string } & Record<string, unknown> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above; React would turn quotes into entities
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
