import { pageMeta } from "../shared/page-meta.ts";

/** Title of a screen that is nobody's but its visitor's: not to be found by search engines. */
export const accountMeta =
  (title: string, description: string) =>
  ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
    pageMeta(matches, { title, description });
