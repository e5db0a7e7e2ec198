import { useState } from "react";
import type { GridProduct } from "../../contract/admin/product-grid.ts";
import { readDraft, removeDraft, storeDraft } from "../shared/draft-storage.ts";
import { type Cells, cellsOf } from "./grid-cells.ts";

/** Unsaved input for a product, with the stored cells and the version on which it is based. */
export interface ProductDraft {
  version: number;
  base: Cells;
  typed: Cells;
}
type Drafts = Readonly<Record<string, ProductDraft>>;

const KEY = "grid of products";

function readDrafts(): Drafts {
  try {
    return JSON.parse(readDraft(KEY) ?? "{}") as Drafts;
  } catch {
    return {};
  }
}

/** Keeps the typed cells of all products, which survive a reload, another page and the end of a session. */
export function useGridDraft() {
  const [drafts, setDrafts] = useState(readDrafts);
  const change = (to: (now: Drafts) => Drafts) =>
    setDrafts((now) => {
      const next = to(now);
      if (Object.keys(next).length === 0) removeDraft(KEY);
      else storeDraft(KEY, JSON.stringify(next));
      return next;
    });
  const without = (now: Drafts, ids: readonly string[]) =>
    Object.fromEntries(Object.entries(now).filter(([id]) => !ids.includes(id)));

  return {
    drafts,
    set: (product: GridProduct, cells: Cells) =>
      change((now) => {
        const draft = now[product._id] ?? { version: product.version, base: cellsOf(product), typed: {} };
        const typed = Object.fromEntries(
          Object.entries({ ...draft.typed, ...cells }).filter(([key, text]) => text !== draft.base[key]),
        );
        if (Object.keys(typed).length === 0) return without(now, [product._id]);
        return { ...now, [product._id]: { ...draft, typed } };
      }),
    /** Bases the draft on the current stored values. */
    rebase: (product: GridProduct) =>
      change((now) => {
        const draft = now[product._id];
        if (!draft) return now;
        const base = cellsOf(product);
        const typed = Object.fromEntries(
          Object.entries(draft.typed).filter(([key, text]) => key in base && text !== base[key]),
        );
        if (Object.keys(typed).length === 0) return without(now, [product._id]);
        return { ...now, [product._id]: { version: product.version, base, typed } };
      }),
    discard: (ids: readonly string[]) => change((now) => without(now, ids)),
  };
}
