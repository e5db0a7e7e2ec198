import { Link } from "react-router";
import { splitLinks } from "../../contract/content/links.ts";
import { unbroken } from "../shared/unbroken.ts";

/** Matches an email, or a telephone number in international format. */
const REACHABLE = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ]{8,}\d)/;

/** Shows a text of the owner with its links, and with links for emails and telephone numbers. */
export function TextWithLinks({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, at) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts never change
    if (href?.startsWith("/"))
      return (
        <Link key={at} to={href} className="text-leaf text-link">
          {part}
        </Link>
      );
    if (href)
      return (
        <a key={at} href={href} rel="noopener" className="text-leaf text-link">
          {part}
        </a>
      );
    // Every second part is a match of the pattern.
    return part.split(REACHABLE).map((word, index) =>
      index % 2 === 0 ? (
        unbroken(word)
      ) : (
        <a
          key={index}
          href={word.includes("@") ? `mailto:${word}` : `tel:${word.replaceAll(" ", "")}`}
          className="whitespace-nowrap text-leaf text-link"
        >
          {word}
        </a>
      ),
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change
  });
}
