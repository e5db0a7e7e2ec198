import { TransportError } from "../errors.ts";
import type { Handler } from "../operations.ts";
import { envelope, type Message } from "../responses.ts";
import { readRequest } from "../wire/read-request.ts";
import { type Input, lookupRequest } from "../wire/shared/catalogue.ts";
import { WIRES } from "../wire/wires.ts";
import type { AgentProduct, AgentVariant } from "./agent-product.ts";
import { isInCategories } from "./categories-filter.ts";
import { disclosures } from "./disclosures.ts";
import { isWithin, readPriceFilter } from "./price-filter.ts";
import { catalogueOf, type Named, readAgentShop } from "./read-catalogue.ts";

const MAX_IDS = 100;

/** Finds products and sizes by their ids: for a product its featured size, for a SKU that size. Unknown ids are missing, and named in messages. */
export const lookupCatalog: Handler = async (deps, { operation, caller, input, origin }) => {
  const { ids, filters, context } = readRequest(lookupRequest, input);
  if (ids.length > MAX_IDS) throw new TransportError("request_too_large", `Send at most ${MAX_IDS} ids at once.`);
  const { limits, messages } = readPriceFilter(filters, context);
  const { find, read } = catalogueOf(deps);
  const wanted = [...new Set(ids)];
  const named = await find(wanted);
  const rowIds = new Set(wanted.flatMap((id) => productsOf(named.get(id))));
  const products = await read([...rowIds], await readAgentShop(deps, origin));
  const names = filters?.categories ?? [];
  const resolved = products.map((one) => ({ one, variants: resolve(one, wanted, named) }));
  const found = resolved.filter(({ variants }) => variants.length > 0);
  const known = new Set(found.flatMap(({ variants }) => variants.flatMap(({ inputs }) => inputs.map(({ id }) => id))));
  const shown = found
    .filter(({ one }) => names.length === 0 || isInCategories(one.categories, one.categorySlugs, names))
    .map(({ one, variants }) => ({ one, variants: variants.filter(({ variant }) => isWithin(variant.price, limits)) }))
    .filter(({ variants }) => variants.length > 0);
  const unknown = wanted.filter((id) => !known.has(id));
  const all: Message[] = [
    ...shown.flatMap(({ one }, at) => disclosures(one, `$.products[${at}]`)),
    ...unknown.map((id): Message => ({ type: "info", code: "not_found", content: id })),
    ...messages,
  ];
  const wire = WIRES[caller.version].catalogue;
  return {
    status: 200,
    body: {
      ucp: envelope(caller, operation.capability),
      products: shown.map(({ one, variants }) => wire.lookedUpProduct(one, variants)),
      ...(all.length > 0 && { messages: all }),
    },
  };
};

const productsOf = (named: Named | undefined): number[] =>
  [named?.productId, named?.productOfSku].filter((id) => typeof id === "number");

/** Finds the sizes of a product that ids led to, each with these ids. */
function resolve(
  { rowId, variants }: AgentProduct,
  ids: readonly string[],
  named: ReadonlyMap<string, Named>,
): { variant: AgentVariant; inputs: Input[] }[] {
  return variants.flatMap((variant, at) => {
    const inputs = ids.flatMap((id): Input[] => {
      const { productId, productOfSku } = named.get(id) ?? {};
      return [
        ...(productOfSku === rowId && variant.id === id ? [{ id, match: "exact" as const }] : []),
        ...(productId === rowId && at === 0 ? [{ id, match: "featured" as const }] : []),
      ];
    });
    return inputs.length > 0 ? [{ variant, inputs }] : [];
  });
}
