/** An entry of `sizes`: media conditions, if any, and a length. */
const SIZE = /((?:\([^)]*\) (?:and )?)*)([^,(]+(?:\(.*?\))?)(?:, |$)/g;

/**
 * Returns a `sizes` attribute by which screens of fewer than 1.5 pixels per pixel of CSS choose as if they had as many: at one each, edges and
 * small print are softer than the text beside them.
 * @param sizes the true width, without parentheses within those of a function
 */
export function denseSizesOf(sizes: string): string {
  const dense = (_: string, conditions: string, length: string) =>
    `(max-resolution: 1.49dppx) ${conditions && `and ${conditions}`}calc(1.5 * ${length}), `;
  return sizes.replace(SIZE, dense) + sizes;
}
