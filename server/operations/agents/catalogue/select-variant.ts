/** Which sizes of a product a request for it gets. Pure. */

import type { AgentProduct, AgentVariant } from "./agent-product.ts";

export interface Selection {
  /** The size that is selected; null if what was asked for does not exist. */
  selected: AgentVariant | null;
  /** Those to show, the featured one first. */
  variants: readonly AgentVariant[];
}

/**
 * Selects sizes. Asked for by a SKU it is that size alone, whatever else is selected. A selected size that the product does not have is dropped; then,
 * and if none is selected, all are shown.
 * @param sku the SKU by which the product was asked for; null if by its own id
 * @param wanted the labels that are selected of the option "Size"; undefined if nothing is selected
 */
export function selectVariant({ variants }: AgentProduct, sku: string | null, wanted: string | undefined): Selection {
  const named =
    sku === null ? wanted && variants.find(({ size }) => isSame(size, wanted)) : variants.find(({ id }) => id === sku);
  if (named) return { selected: named, variants: [named] };
  return { selected: wanted === undefined ? variants[0] : null, variants };
}

const isSame = (one: string, other: string) => normal(one) === normal(other);
const normal = (label: string) => label.normalize("NFKC").replace(/\s+/g, "").toLowerCase();
