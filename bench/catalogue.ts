/**
 * Fills an empty database with a realistic catalogue. The same seed gives the same products on every database: each choice is a hash of the
 * product's number and the choice's. The database does all of it, in batches, with the product tables' indexes dropped meanwhile, so that a
 * million products take minutes.
 */

import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../server/platform/database/database.ts";
import { CATEGORIES, FORMS, INGREDIENTS, makers, NOTES, SENTENCES, THEMES } from "./vocabulary.ts";

const SEED = 20_261_121;
const BATCH = 50_000;
/** Concurrent batches, each on its own connection. */
const WORKERS = 2;
/** Invented names of manufacturers; products with reviews, and reviews of each. */
const MAKERS = 3000;
const REVIEWED = 400;
const REVIEWS_EACH = 12;

export async function fillCatalogue(db: Database, products: number, print: (line: string) => void): Promise<void> {
  const milestone = `benchmark ${SEED} ${products}`;
  if ((await rows(db, sql`select name from milestone where name = ${milestone}`)).length > 0) return;
  await fillCategories(db);
  const indexes = await dropIndexes(db);
  await db.execute(sql`alter table product disable trigger user`);
  await db.execute(sql`alter table product_search disable trigger user`);
  let next = 1;
  const work = async () => {
    while (next <= products) {
      const [from, to] = [next, Math.min(products, next + BATCH - 1)];
      next = to + 1;
      await withoutTimeout(
        db,
        insertProducts(from, to, products),
        ...insertVariants(from, to),
        sql`select product_search_refresh(array(select generate_series(${from}::bigint, ${to}::bigint)))`,
      );
      if (products > BATCH) print(`${to.toLocaleString("en")} of ${products.toLocaleString("en")} products`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  await withoutTimeout(
    db,
    sql`insert into search_word (word)
      select word from ts_stat('select everything from product_search') where length(word) between 2 and 40 on conflict do nothing`,
    ...indexes.map((index) => sql.raw(index)),
  );
  await db.execute(sql`alter table product enable trigger user`);
  await db.execute(sql`alter table product_search enable trigger user`);
  for (const table of ["product", "variant"])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${products})`);
  await fillReviews(db, products);
  // Index-only scans need the visibility map, and the planner its statistics.
  for (const table of ["product", "variant", "product_search", "search_word", "category", "review"])
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  await db.execute(sql`insert into milestone (name) values (${milestone})`);
}

/** Runs statements in one transaction without timeouts. */
async function withoutTimeout(db: Database, ...statements: SQL[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`);
    await transaction.execute(sql`set local maintenance_work_mem = '512MB'`);
    for (const statement of statements) await transaction.execute(statement);
  });
}

async function rows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as { rows: Row[] }).rows;
}

async function fillCategories(db: Database): Promise<void> {
  for (const [place, { name, subcategories }] of CATEGORIES.entries()) {
    const [parent] = await rows<{ id: number }>(
      db,
      sql`insert into category (slug, name, position) values (${slugOf(name)}, ${name}, ${place}) returning id`,
    );
    for (const [position, sub] of subcategories.entries()) {
      await db.execute(
        sql`insert into category (parent_id, slug, name, position) values (${parent?.id}, ${slugOf(sub)}, ${sub}, ${position})`,
      );
    }
  }
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Drops indexes, which are built faster afterwards; returns the statements to create them. */
async function dropIndexes(db: Database): Promise<string[]> {
  const indexes = await rows<{ name: string; definition: string }>(
    db,
    sql`select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('product', 'product_search') and indexdef not like 'CREATE UNIQUE%'`,
  );
  for (const { name } of indexes) await db.execute(sql.raw(`drop index "${name}"`));
  // A partitioned table's index definition has ON ONLY.
  return indexes.map(({ definition }) => definition.replace(" ON ONLY ", " ON "));
}

/** Returns a pseudo-random number in [0, 1) that depends on the product `i` and on the choice. */
const chance = (choice: number) =>
  sql.raw(`((hashint8extended(i, ${SEED + choice}) & 2147483647) / 2147483648.0::float8)`);
/** Picks one of the words; `bend` above 1 prefers the first ones. */
const pick = (words: SQL, choice: number, skew = 2) =>
  sql`(${words})[1 + floor(power(${chance(choice)}, ${sql.raw(String(skew))}) * cardinality(${words}))::int]`;
const list = (words: readonly string[]) =>
  sql`array[${sql.join(
    words.map((word) => sql.raw(`'${word}'`)),
    sql`, `,
  )}]::text[]`;

function insertProducts(from: number, to: number, products: number): SQL {
  const pickSeveral = (words: string, first: number, howMany: number) =>
    sql.join(
      Array.from({ length: howMany }, (_, n) => pick(sql.raw(words), first + n)),
      sql`, `,
    );
  return sql`
    with words as materialized (
      select ${list(NOTES)} as notes, ${list(THEMES)} as themes, ${list(FORMS)} as forms, ${list(INGREDIENTS)} as ingredients,
        ${list(SENTENCES)} as sentences, ${list(makers(MAKERS))} as makers
    ), tops as (
      select array_agg(id order by position) as ids from category where parent_id is null
    ), made as (
      select i, ${chance(1)} as price_chance, 1 + floor(${chance(2)} * 6)::int as category_place,
        array[${pickSeveral("notes", 10, 2)}] as top, array[${pickSeveral("notes", 20, 2)}] as heart, array[${pickSeveral("notes", 30, 2)}] as base,
        ${pick(sql`makers`, 3)} as maker, ${pick(sql`themes`, 4)} as theme, ${pick(sql`forms`, 5)} as form,
        concat_ws(', ', ${pickSeveral("ingredients", 40, 9)}) as ingredients,
        concat_ws(' ', ${pickSeveral("sentences", 60, 3)}) as text,
        array[${pickSeveral("sentences", 70, 3)}] as benefits, array[${pickSeveral("sentences", 80, 2)}] as usage
      from words, generate_series(${sql.raw(String(from))}, ${sql.raw(String(to))}) as i
    )
    insert into product (id, slug, title, sub_title, description, category_id, subcategory_id, first_variant_id, price_paise, original_price_paise, lowest_price_paise, highest_price_paise, sizes, in_stock,
      is_featured, is_bestseller, key_benefits, how_to_use, faqs, top_notes, heart_notes, base_notes, notes, scent_family, concentration,
      longevity, sillage, ingredients, allergens, country_of_origin, shelf_life_months, images, paired_with, created_at)
    select i, 'product-' || i,
      concat_ws(' ', maker, heart[1], theme, form), concat_ws(' ', top[1], 'and', base[1], 'in a', lower(form)), text,
      ids[category_place],
      (select id from category where parent_id = ids[category_place] order by id offset floor(${chance(6)} * 3)::int limit 1),
      i, paise, case when ${chance(7)} < 0.4 then paise + 20000 end, paise, paise, '{50 ml}', ${chance(8)} >= 0.05,
      ${chance(100)} < 0.05, ${chance(101)} < 0.03, benefits, usage,
      jsonb_build_array(jsonb_build_object('question', 'How long does it last?', 'answer', benefits[1]),
        jsonb_build_object('question', 'Is it free of alcohol?', 'answer', usage[1])),
      top, heart, base, array(select distinct unnest(top || heart || base)), 'Floral', form, '6 to 8 hours', 'Moderate', ingredients,
      '{Linalool,Limonene}', 'India', 36,
      (select jsonb_agg(jsonb_build_object('path', '/catalogue/product-' || i || '-' || n || '.webp', 'width', 1024, 'height', 1280,
        'alt', maker || ' ' || theme || ', picture ' || n, 'color', '#b08d57')) from generate_series(1, 3) as n),
      array['product-' || 1 + floor(${chance(103)} * total)::int, 'product-' || 1 + floor(${chance(104)} * total)::int],
      '2023-01-01'::timestamptz + ${chance(102)} * interval '1000 days'
    from (select *, ${sql.raw(String(products))} as total, (19900 + floor(price_chance * 480)::int * 1000) as paise from made) as made, tops`;
}

/** Gives each product of a batch one size with the product's id, its GST rate and its stock. */
function insertVariants(from: number, to: number): SQL[] {
  const batch = sql`product.id between ${from} and ${to}`;
  return [
    sql`insert into variant (id, product_id, sku, label, net_quantity, net_quantity_unit, price_paise, original_price_paise, hsn)
      select id, id, 'B-' || id, '50 ml', 50, 'ml', price_paise, original_price_paise, '33030090' from product where ${batch}`,
    sql`insert into gst_rate (variant_id, valid_from, percent) select id, '2017-07-01', 18 from product where ${batch}`,
    sql`insert into stock (variant_id, on_hand)
      select i, case when in_stock then 1 + floor(${chance(9)} * 200)::int else 0 end from (select id as i, in_stock from product where ${batch}) as made`,
  ];
}

/** Inserts reviews for some products like the shop, so that ratings are correct. */
async function fillReviews(db: Database, products: number): Promise<void> {
  await db.execute(sql`
    insert into customer (email, name) select 'customer' || n || '@shop.example', 'Customer ' || n from generate_series(1, ${REVIEWS_EACH}::int) as n`);
  await db.execute(sql`
    insert into review (product_id, customer_id, rating, title, text, verified_buyer, created_at)
    select i, customer.id, 1 + floor(power(${chance(110)}, 0.3) * 5)::int, 'Stays close and lasts', 'Bought it twice by now.', true,
      '2025-01-01'::timestamptz + customer.id * interval '9 days'
    from generate_series(1, ${Math.min(products, REVIEWED)}::int) as i, customer`);
}
