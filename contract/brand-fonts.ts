/** The pairs of fonts that a shop can choose from: titles in the first, texts in the second (storefront/styles/font-pairs.css). */
const PAIRS = {
  "Fraunces and Figtree": null,
  "Playfair Display and Jost": { display: '"Playfair Display", Jost, serif', sans: "Jost, sans-serif" },
  "EB Garamond and Figtree": { display: '"EB Garamond", Figtree, serif', sans: null },
  "Lora and DM Sans": { display: 'Lora, "DM Sans", serif', sans: '"DM Sans", sans-serif' },
  "Bodoni Moda and Jost": { display: '"Bodoni Moda", Jost, serif', sans: "Jost, sans-serif" },
  "Outfit and DM Sans": { display: 'Outfit, "DM Sans", sans-serif', sans: '"DM Sans", sans-serif' },
} as const;

export type FontPair = keyof typeof PAIRS;
export const FONT_PAIRS = Object.keys(PAIRS) as [FontPair, ...FontPair[]];
/** The demo's, whose names the storefront's tokens have. */
export const FONT_PAIR: FontPair = "Fraunces and Figtree";

/** Returns the custom properties for a pair; those that it does not change are omitted. Figures of prices stand on the line. */
export function brandFonts(pair: FontPair): Readonly<Record<string, string>> {
  const fonts = PAIRS[pair];
  if (!fonts) return {};
  const { display, sans } = fonts;
  return { "--font-display": display, ...(sans && { "--font-sans": sans }), "--font-features": '"lnum"' };
}
