import type { AdminProduct } from "../../contract/admin/products.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH, metaDescriptionOf } from "../../contract/catalogue/meta.ts";

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

/** Previews roughly what a search engine shows, with the lengths at which it truncates. */
export function SearchPreview({ product, values }: { product: AdminProduct; values: Values }) {
  const title = values.metaTitle || product.title;
  const description = values.metaDescription || metaDescriptionOf(product.subTitle, product.description);
  return (
    <section aria-labelledby="search-preview" className="panel grid gap-2 p-4 wrap-anywhere">
      <h2 id="search-preview">In search results</h2>
      <p className="text-bark text-small">
        {location.host} › product › {values.slug}
      </p>
      <p className="text-leaf text-title">{cut(title, META_TITLE_LENGTH)}</p>
      <p>{cut(description, META_DESCRIPTION_LENGTH)}</p>
      <ul className="text-bark text-small">
        <Count name="Title" length={title.length} limit={META_TITLE_LENGTH} />
        <Count name="Description" length={description.length} limit={META_DESCRIPTION_LENGTH} />
      </ul>
      {product.images[0] ? (
        <p className="text-bark text-small">A shared link shows the first picture, title and description.</p>
      ) : (
        <p className="text-terracotta text-small">A shared link has no picture yet.</p>
      )}
    </section>
  );
}

function Count({ name, length, limit }: { name: string; length: number; limit: number }) {
  return (
    <li className={length > limit ? "text-terracotta" : ""}>
      {name}: {length} of about {limit} characters{length > limit && ", so it is cut"}
    </li>
  );
}

const cut = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}…` : text);
