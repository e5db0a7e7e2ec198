/** The shop's two colours: derived ones, and whether texts in and on them can be read (WCAG 2.2, contrast of AA). */

/** The colours of the demo. The tokens of the storefront have them, too (storefront/styles/tokens.css). */
export const BRAND_COLOR = "#2f4a36";
export const ACCENT_COLOR = "#9a7433";

/** The custom properties that replace the storefront's tokens, by name; empty for the demo's colours. */
export type BrandColors = Readonly<Record<string, string>>;

/** Grounds of texts and ornament in the colours. */
const GROUNDS = { "#ffffff": "white", "#faf6ef": "the ground of pages", "#f1e9dc": "the ground of panels" } as const;
/** The darkest of the texts on the footer. */
const FOOTER_TEXT = "#cfcab9";

const TEXT_RATIO = 4.5;
/** For large type and ornament. */
const LARGE_RATIO = 3;

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes two colours such as "#2f4a36". @param share of the second one, from 0 to 1 */
export function mixColors(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrastOf(color: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(color), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const footerOf = (brand: string) => mixColors(brand, "#000000", 0.22);

/** Returns why a colour of buttons, links and the footer cannot be read somewhere; undefined if it can. Continues "The setting BRAND_COLOR". */
export const brandColorProblem = (color: string): string | undefined =>
  worstOf(
    [
      ...Object.entries(GROUNDS).map(([ground, name]) => ({
        name: `as text on ${name}`,
        ratio: contrastOf(color, ground),
      })),
      { name: "under the footer’s text", ratio: contrastOf(footerOf(color), FOOTER_TEXT) },
    ],
    TEXT_RATIO,
  );

/** The same of the colour of ornament and large type. */
export const accentColorProblem = (color: string): string | undefined =>
  worstOf(
    Object.entries(GROUNDS).map(([ground, name]) => ({ name: `on ${name}`, ratio: contrastOf(color, ground) })),
    LARGE_RATIO,
  );

function worstOf(uses: readonly { name: string; ratio: number }[], needed: number): string | undefined {
  const [worst] = [...uses].sort((a, b) => a.ratio - b.ratio);
  if (!worst || worst.ratio >= needed) return undefined;
  const measured = (Math.floor(worst.ratio * 10) / 10).toFixed(1);
  return `must be darker: ${worst.name} its contrast is ${measured}:1, and ${needed}:1 is needed to read it (WCAG AA)`;
}

/** Returns the custom properties for the colours, those that nothing changes omitted. */
export function brandColors(brand: string, accent: string): BrandColors {
  return {
    ...(brand !== BRAND_COLOR && { "--color-leaf": brand, "--color-leaf-deep": footerOf(brand) }),
    ...(accent !== ACCENT_COLOR && { "--color-brass": accent, "--color-straw": mixColors(accent, "#ffffff", 0.65) }),
  };
}
