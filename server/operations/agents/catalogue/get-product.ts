import { TransportError } from "../errors.ts";
import type { Handler } from "../operations.ts";
import { envelope, withoutResource } from "../responses.ts";
import { readRequest } from "../wire/read-request.ts";
import { productRequest, SIZE_OPTION } from "../wire/shared/catalogue.ts";
import { WIRES } from "../wire/wires.ts";
import { isInCategories } from "./categories-filter.ts";
import { disclosures } from "./disclosures.ts";
import { isWithin, readPriceFilter } from "./price-filter.ts";
import { catalogueOf, readAgentShop } from "./read-catalogue.ts";
import { selectVariant } from "./select-variant.ts";

/** Reads one product with the sizes that are selected, all if none is. An id that is both a SKU and another product's is the SKU. */
export const getProduct: Handler = async (deps, { operation, caller, input, origin }) => {
  const { id, selected = [], filters, context } = readRequest(productRequest, input);
  const options = selected.map(({ name }) => name.toLowerCase());
  if (new Set(options).size < options.length)
    throw new TransportError("invalid_request", "$.selected must have each name once.");
  const { limits, messages } = readPriceFilter(filters, context);
  const { find, read } = catalogueOf(deps);
  const { productOfSku = null, productId = null } = (await find([id])).get(id) ?? {};
  const rowId = productOfSku ?? productId;
  const [one] = rowId === null ? [] : await read([rowId], await readAgentShop(deps, origin));
  const names = filters?.categories ?? [];
  const isListed = one && (names.length === 0 || isInCategories(one.categories, one.categorySlugs, names));
  const selection =
    isListed &&
    selectVariant(
      one,
      productOfSku === null ? null : id,
      selected.find(({ name }) => name.toLowerCase() === SIZE_OPTION.toLowerCase())?.label,
    );
  const variants = selection ? selection.variants.filter(({ price }) => isWithin(price, limits)) : [];
  if (!one || !selection || variants.length === 0)
    return withoutResource(caller, operation.capability, [
      {
        type: "error",
        code: "not_found",
        content: one ? `Nothing of ${id} matches the filters.` : `Product not found: ${id}`,
        severity: "unrecoverable",
      },
    ]);
  return {
    status: 200,
    body: {
      ucp: envelope(caller, operation.capability),
      product: WIRES[caller.version].catalogue.detailProduct(one, { ...selection, variants }),
      messages: [...disclosures(one, "$.product"), ...messages],
    },
  };
};
