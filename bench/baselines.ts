/**
 * The baselines: minimal Fastify routes.
 * `/fixed/:bytes` sends a prepared JSON text of that size.
 * `/row/:slug` sends a product's row, read by its key with one prepared statement.
 * `/columns/:slug` the same with four of its columns.
 */

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

// As large as the shop's.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const read = async (name: string, text: string, slug: string): Promise<unknown> =>
  (await pool.query({ name, text, values: [slug] })).rows[0];
app.get<{ Params: { slug: string } }>("/row/:slug", (request) =>
  read("row", "select * from product where slug = $1", request.params.slug),
);
app.get<{ Params: { slug: string } }>("/columns/:slug", (request) =>
  read("columns", "select id, slug, title, price_paise from product where slug = $1", request.params.slug),
);

await serve(app, async () => ({ statements: 0, unsentMails: 0 }));
