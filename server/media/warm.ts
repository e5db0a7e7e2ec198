import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import type { MediaStore } from "./store.ts";

/**
 * Makes the scaled copies of every picture that the shop shows, banners first, so that a demo is quick at its first visit. Goes
 * on in the background until done or until the store closes.
 */
export async function warmPictures(db: Database, store: MediaStore): Promise<void> {
  const result = await db.execute<{ path: string }>(sql`
    select path, min(place) as place from (
      select image ->> 'path' as path, 1 as place from banner
      union all select image ->> 'path', 2 from category where image is not null
      union all select picture ->> 'path', 2 + position::int from product, jsonb_array_elements(images) with ordinality as listed(picture, position)
      union all select image ->> 'path', 9 from content_page where image is not null
    ) as shown group by path order by place, path`);
  const { rows } = result as unknown as { rows: { path: string }[] };
  await store.warm(rows.map(({ path }) => path));
}
