import { MAX_PAISE, type Paise, toRupees } from "../../../base/money.ts";
import { TransportError } from "../errors.ts";
import type { Handler } from "../operations.ts";
import { envelope, type Message } from "../responses.ts";
import { readRequest } from "../wire/read-request.ts";
import { searchRequest } from "../wire/shared/catalogue.ts";
import { WIRES } from "../wire/wires.ts";
import { scopeOfCategories } from "./categories-filter.ts";
import { readCursor, toCursor } from "./cursor.ts";
import { allergenDisclosure } from "./disclosures.ts";
import { isWithin, type PriceLimits, readPriceFilter } from "./price-filter.ts";
import { catalogueOf, readAgentShop } from "./read-catalogue.ts";

const DEFAULT_LIMIT = 10;
/** A page of more is answered with this many. */
const MAX_LIMIT = 50;

/** Searches as the shop's own search does, also without words: then it lists the newest first. */
export const searchCatalog: Handler = async (deps, { operation, caller, input, origin }) => {
  const { query = "", filters, context, pagination } = readRequest(searchRequest, input);
  const names = filters?.categories ?? [];
  const { limits, messages } = readPriceFilter(filters, context);
  if (query === "" && names.length === 0 && filters?.price === undefined)
    throw new TransportError("invalid_request", "Send a query, or filters by categories or price.");

  const search = [query, names, limits];
  const place =
    pagination?.cursor === undefined
      ? { page: 1, perPage: Math.min(pagination?.limit ?? DEFAULT_LIMIT, MAX_LIMIT) }
      : readCursor(pagination.cursor, search);
  if (!place)
    throw new TransportError(
      "invalid_request",
      "$.pagination.cursor is not one of this search. Begin again without a cursor.",
    );

  const respond = (products: object[], page: object, more: readonly Message[] = []) => ({
    status: 200 as const,
    body: {
      ucp: envelope(caller, operation.capability),
      products,
      pagination: page,
      ...(messages.length + more.length > 0 && { messages: [...more, ...messages] }),
    },
  });

  const scope = names.length === 0 ? {} : await scopeOfCategories(deps.read, names);
  if (!scope) return respond([], { has_next_page: false, total_count: 0 });
  const { list, read } = catalogueOf(deps);
  const listed = await list({ ...place, search: query, ...inRupees(limits) }, scope);
  const found = await read(
    listed.data.map(({ _id }) => Number(_id)),
    await readAgentShop(deps, origin),
  );
  const wire = WIRES[caller.version].catalogue;
  const hasNext = listed.totalPages > place.page;
  return respond(
    found.map((one) => {
      const inLimits = one.variants.filter(({ price }) => isWithin(price, limits));
      return wire.product(one, inLimits.length > 0 ? inLimits : one.variants);
    }),
    {
      has_next_page: hasNext,
      ...(hasNext && { cursor: toCursor({ ...place, page: place.page + 1 }, search) }),
      ...(listed.totalRelation === "eq" && { total_count: listed.totalData }),
    },
    found.flatMap((one, at) => allergenDisclosure(one, `$.products[${at}]`)),
  );
};

/** The limits as the shop's search has them: nothing costs more than a column holds. */
function inRupees(limits: PriceLimits | null) {
  if (limits === null) return {};
  const rupees = (paise: number) => toRupees(Math.min(paise, MAX_PAISE) as Paise);
  return {
    ...(limits.min > 0 && { min_price: rupees(limits.min) }),
    ...(limits.max < MAX_PAISE && { max_price: rupees(limits.max) }),
  };
}
