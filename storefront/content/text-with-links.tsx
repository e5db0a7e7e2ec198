import { unbroken } from "../shared/unbroken.ts";

/** Matches an email, or a telephone number in international format. */
const REACHABLE = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ]{8,}\d)/;

/** Shows a text of the owner with links for emails and telephone numbers. */
export function TextWithLinks({ text }: { text: string }) {
  return text.split(REACHABLE).map((part, index) => {
    // Every second part is a match of the pattern.
    if (index % 2 === 0) return unbroken(part);
    const href = part.includes("@") ? `mailto:${part}` : `tel:${part.replaceAll(" ", "")}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
      <a key={index} href={href} className="whitespace-nowrap text-leaf text-link">
        {part}
      </a>
    );
  });
}
