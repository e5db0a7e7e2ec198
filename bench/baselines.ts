/**
 * The baselines: minimal Fastify routes.
 * `/fixed/:bytes` sends a prepared JSON text of that size.
 * `/row/:slug` sends a product's row, read by its key with one prepared statement.
 * `/columns/:slug` the same with four of its columns.
 */

import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import Fastify from "fastify";
import pg from "pg";
import { serve } from "./serve.ts";

const app = Fastify();

const fixed = new Map<string, string>();
app.get<{ Params: { bytes: string } }>("/fixed/:bytes", (request, reply) => {
  const { bytes } = request.params;
  let text = fixed.get(bytes);
  if (!text) {
    text = JSON.stringify({ text: "x".repeat(Math.max(0, Number(bytes) - 11)) });
    fixed.set(bytes, text);
  }
  reply.type("application/json").send(text);
});

const read = await reader();
app.get<{ Params: { slug: string } }>("/row/:slug", (request) =>
  read("row", "select * from product where slug = $1", request.params.slug),
);
app.get<{ Params: { slug: string } }>("/columns/:slug", (request) =>
  read("columns", "select id, slug, title, price_paise from product where slug = $1", request.params.slug),
);

/** Uses a pool as large as the shop's with named statements on PostgreSQL; a plain query on the embedded database. */
async function reader(): Promise<(name: string, text: string, slug: string) => Promise<unknown>> {
  const { DATABASE_URL, DATABASE_POOL, DATA_DIR } = process.env;
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });
    return async (name, text, slug) => (await pool.query({ name, text, values: [slug] })).rows[0];
  }
  const embedded = await PGlite.create({ dataDir: `${DATA_DIR}/database`, extensions: { pg_trgm } });
  return async (_name, text, slug) => (await embedded.query(text, [slug])).rows[0];
}

await serve(app, async () => ({ statements: 0, unsentMails: 0 }));
