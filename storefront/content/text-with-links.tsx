import { Link } from "react-router";
import { splitLinks } from "../../contract/content/links.ts";
import { telUrl } from "../shared/tel-url.ts";
import { unbroken } from "../shared/unbroken.ts";

/** Matches an email, a telephone number in international format, or a compound with a short part, such as "one-time". */
const UNBREAKABLE = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ]{8,}\d|\b(?:\w{1,3}-\w{1,9}|\w{1,9}-\w{1,3})\b)/;

/** Shows a text of the owner with its links, and with links for emails and telephone numbers; keeps short compounds on one line. */
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
    return part.split(UNBREAKABLE).map((word, index) => {
      if (index % 2 === 0) return unbroken(word);
      const address = word.includes("@") ? `mailto:${word}` : word.startsWith("+") && telUrl(word);
      return address ? (
        <a key={index} href={address} className="inline-block text-leaf text-link wrap-anywhere">
          {word}
        </a>
      ) : (
        <span key={index} className="inline-block">
          {word}
        </span>
      );
    });
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change
  });
}
