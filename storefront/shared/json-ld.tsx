/**
 * Structured data for search engines. They read it in the server's response, so the code that makes it is not in the scripts of the
 * browser: `data={import.meta.env.SSR && …}`. The browser keeps the element as it came. Escapes `<`, so that no text can end the element.
 */
export function JsonLd({ data }: { data: false | ({ "@type": string } & Record<string, unknown>) }) {
  const text =
    import.meta.env.SSR && data
      ? JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c")
      : "";
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above; React would turn quotes into entities
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
