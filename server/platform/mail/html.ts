/** Helpers for the HTML of emails. The colours are the values of storefront/styles/tokens.css. */

export const WHITE = "#ffffff";
export const LINEN = "#f1e9dc";
export const SAND = "#e3d6c1";
export const INK = "#221c15";
export const BARK = "#5b4a3a";
export const SERIF = "Fraunces, 'Iowan Old Style', Palatino, Georgia, 'Times New Roman', serif";
export const SANS = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
