/** Shows the description, split into paragraphs at empty lines; the first paragraph is larger. */
export function Description({ text }: { text: string }) {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  if (paragraphs.length === 0) return null;
  return (
    <section aria-labelledby="description" className="pt-10 lg:pt-14">
      <h2 id="description" className="sr-only">
        Description
      </h2>
      <div className="flex max-w-prose flex-col gap-4 wrap-anywhere">
        {paragraphs.map((paragraph, index) => (
          <p
            key={paragraph}
            className={index === 0 ? "font-display text-quote leading-[1.3] text-balance" : "text-bark"}
          >
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}
