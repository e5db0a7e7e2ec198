type Values = Readonly<Record<string, string>>;

/** Previews the texts as shoppers read them, while they are being typed. */
export function TextPreview({ values }: { values: Values }) {
  const paragraphs = (values.description ?? "").split(/\n\s*\n/).filter((text) => text.trim() !== "");
  const list = (name: string) => JSON.parse(values[name] || "[]") as string[];
  const faqs = JSON.parse(values.faqs || "[]") as { question: string; answer: string }[];
  return (
    <section aria-labelledby="preview" className="panel grid gap-3 p-4 wrap-anywhere">
      <h2 id="preview">Preview</h2>
      <p className="font-display text-heading">{values.title}</p>
      <p className="text-bark">{values.subTitle}</p>
      {paragraphs.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
        <p key={at} className={at === 0 ? "font-display text-title" : ""}>
          {text}
        </p>
      ))}
      {list("keyBenefits").length > 0 && (
        <ul className="list-disc pl-5">
          {list("keyBenefits").map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <li key={at}>{text}</li>
          ))}
        </ul>
      )}
      {list("howToUse").length > 0 && (
        <ol className="list-decimal pl-5">
          {list("howToUse").map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <li key={at}>{text}</li>
          ))}
        </ol>
      )}
      {faqs.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <p key={at}>
          <span className="font-semibold">{question}</span>
          <br />
          {answer}
        </p>
      ))}
    </section>
  );
}
