import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "../../contract/catalogue/meta.ts";

interface SearchPreviewProps {
  /** Of the page, such as `/product/rose-of-kannauj`. */
  path: string;
  title: string;
  description: string;
  /** What a shared link shows as its picture, in words; null for a page without one. */
  picture: string | null;
}

/** About what a search engine shows of a page, with the lengths that it cuts at. */
export function SearchPreview({ path, title, description, picture }: SearchPreviewProps) {
  return (
    <section aria-labelledby="search-preview" className="panel grid gap-2 p-4 wrap-anywhere">
      <h2 id="search-preview">In search results</h2>
      <p className="text-bark text-small">{[location.host, ...path.split("/").filter(Boolean)].join(" › ")}</p>
      <p className="text-leaf text-title">{cut(title, META_TITLE_LENGTH)}</p>
      <p>{cut(description, META_DESCRIPTION_LENGTH)}</p>
      <ul className="text-bark text-small">
        <Count name="Title" length={title.length} limit={META_TITLE_LENGTH} />
        <Count name="Description" length={description.length} limit={META_DESCRIPTION_LENGTH} />
      </ul>
      {picture ? (
        <p className="text-bark text-small">A shared link shows {picture}, title and description.</p>
      ) : (
        <p className="text-small text-terracotta">A shared link has no picture yet.</p>
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
