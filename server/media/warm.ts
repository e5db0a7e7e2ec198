import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import type { MediaStore } from "./store.ts";

/**
 * Makes the scaled copies of every picture that the shop shows, banners first, so that a demo is quick at its first visit. Goes
 * on in the background until done or until the store closes.
 */
export async function warmPictures(db: Database, store: MediaStore): Promise<void> {
  const result = await db.execute(sql`
    select picture ->> 'path' as path, (picture ->> 'width')::int as width, min(place) as place from (
      select image as picture, 1 as place from banner
      union all select image, 2 from category where image is not null
      union all select image, 2 + position::int from product, jsonb_array_elements(images) with ordinality as listed(image, position)
      union all select image, 9 from content_page where image is not null
    ) as shown group by 1, 2 order by place, path`);
  await store.warm((result as unknown as { rows: { path: string; width: number }[] }).rows);
}
