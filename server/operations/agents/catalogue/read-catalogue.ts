import { and, eq, inArray } from "drizzle-orm";
import { product, productSlug, variant } from "../../../platform/database/schema.ts";
import { isPublished } from "../../../selling/variants/published.ts";
import { createCatalogue } from "../../../shop/catalogue/listing/list-products.ts";
import { createListedReader } from "../../../shop/catalogue/products.ts";
import { createPostgresqlSearch } from "../../../shop/catalogue/search/postgresql-search.ts";
import type { AgentDeps } from "../deps.ts";
import { type AgentProduct, type AgentShop, toAgentProduct } from "./agent-product.ts";

/** What an id of a request names. A product's id and another one's SKU may be written alike. */
export interface Named {
  /** The product of which it is the id, or a former one. */
  productId: number | null;
  /** The product of which it is the SKU of a size. */
  productOfSku: number | null;
}

/** What the handlers read of the catalogue. */
export interface AgentCatalogue {
  /** A page of the shop's own listing or search. */
  list: ReturnType<typeof createCatalogue>;
  /** Reads products in the order of their ids, without those that are not on sale. */
  read(ids: readonly number[], shop: AgentShop): Promise<AgentProduct[]>;
  /** Finds what ids name; those of nothing on sale are missing. */
  find(ids: readonly string[]): Promise<Map<string, Named>>;
}

/** Prepared at the first request of each app, so that a shop without agents prepares nothing. */
const CATALOGUES = new WeakMap<AgentDeps, AgentCatalogue>();

export function catalogueOf(deps: AgentDeps): AgentCatalogue {
  const known = CATALOGUES.get(deps);
  if (known) return known;
  const made = createAgentCatalogue(deps);
  CATALOGUES.set(deps, made);
  return made;
}

function createAgentCatalogue({ read, readShipping, catalogue }: AgentDeps): AgentCatalogue {
  const readListed = createListedReader(read, readShipping);
  return {
    list: createCatalogue(read, createPostgresqlSearch(read), catalogue),
    async read(ids, shop) {
      if (ids.length === 0) return [];
      const { products, googleCategories } = await readListed(ids);
      return products.flatMap(
        (one) => toAgentProduct(one, { googleCategory: googleCategories.get(one._id) ?? null, shop }) ?? [],
      );
    },
    async find(ids) {
      const rowIds = ids.flatMap((id) => rowIdOf(id) ?? []);
      const [sizes, slugs, formerSlugs, byRowId] = await Promise.all([
        read
          .select({ name: variant.sku, id: variant.productId })
          .from(variant)
          .innerJoin(product, and(eq(product.id, variant.productId), isPublished))
          .where(and(inArray(variant.sku, [...ids]), eq(variant.onSale, true))),
        read
          .select({ name: product.slug, id: product.id })
          .from(product)
          .where(and(inArray(product.slug, [...ids]), isPublished)),
        read
          .select({ name: productSlug.slug, id: productSlug.productId })
          .from(productSlug)
          .innerJoin(product, and(eq(product.id, productSlug.productId), isPublished))
          .where(inArray(productSlug.slug, [...ids])),
        rowIds.length === 0
          ? []
          : read
              .select({ id: product.id })
              .from(product)
              .where(and(inArray(product.id, rowIds), isPublished)),
      ]);
      const skus = new Map(sizes.map(({ name, id }) => [name, id]));
      // Current slugs come after former ones, and so replace them.
      const products = new Map([
        ...byRowId.map(({ id }): [string, number] => [`product-${id}`, id]),
        ...[...formerSlugs, ...slugs].map(({ name, id }): [string, number] => [name, id]),
      ]);
      return new Map(
        ids.flatMap((id) => {
          const named = { productId: products.get(id) ?? null, productOfSku: skus.get(id) ?? null };
          return named.productId === null && named.productOfSku === null ? [] : [[id, named] as const];
        }),
      );
    },
  };
}

/** The id of a product whose slug is too long to be one (`groupIdOf`). */
function rowIdOf(id: string): number | null {
  const [, digits] = /^product-([1-9]\d{0,14})$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}

export async function readAgentShop({ settings, shopSettings }: AgentDeps, origin: string): Promise<AgentShop> {
  const current = await shopSettings.current();
  return {
    name: current.SHOP_NAME,
    origin,
    mediaHost: settings.MEDIA_HOST,
    returnDays: current.RETURN_DAYS,
    refundPolicyPath: current.REFUND_POLICY_PATH,
    manufacturer: current.MANUFACTURER,
    importer: current.IMPORTER,
    phone: current.SHOP_PHONE,
    email: current.SHOP_EMAIL,
  };
}
