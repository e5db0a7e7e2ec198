/** An e-mail address or a telephone number in international writing. */
const REACHABLE = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ]{8,}\d)/;

/** A sentence of the owner's in which addresses and numbers can be tapped. */
export function TextWithLinks({ text }: { text: string }) {
  return text.split(REACHABLE).map((part, index) => {
    // What the pattern caught stands at every second place.
    if (index % 2 === 0) return part;
    const href = part.includes("@") ? `mailto:${part}` : `tel:${part.replaceAll(" ", "")}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one unchanging sentence
      <a key={index} href={href} className="whitespace-nowrap text-leaf text-link">
        {part}
      </a>
    );
  });
}
