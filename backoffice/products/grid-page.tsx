import { useEffect, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import {
  GRID_PERMISSIONS,
  type GridProduct,
  type GridResult,
  MAX_GRID,
  MAX_GRID_SAVED,
} from "../../contract/admin/product-grid.ts";
import { call, RequestError } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMe } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { FillColumn } from "./fill-column.tsx";
import { type Cells, cellKey, type GridColumn, shownCell, toChange } from "./grid-cells.ts";
import { useGridDraft } from "./grid-draft.ts";
import { GridTable } from "./grid-table.tsx";
import { PacksCarryMrp, raisesMrp } from "./printed-mrp.tsx";
import { productQuery } from "./product-query.ts";

const query = listQueryOf(adminEndpoints.readProductGrid.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const [list, categories] = await Promise.all([
      readList(call("readProductGrid", { query: query.read(new URL(request.url).searchParams) }), {
        products: [],
        total: 0,
      }),
      call("listProductCategories", {}),
    ]);
    return { ...list, categories };
  });

type ByProduct<Value> = Readonly<Record<string, Value>>;

/** Edits several products in a table. Changes are shown before they are saved, each product by itself. */
export default function GridPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { categories, total, problem } = loaded;
  const [search] = useSearchParams();
  /** The products after the last save. */
  const [saved, setSaved] = useState<{ loaded: typeof loaded; products: ByProduct<GridProduct> }>({
    loaded,
    products: {},
  });
  const newer = saved.loaded === loaded ? saved.products : {};
  const products = loaded.products.map((one) => newer[one._id] ?? one);
  const { drafts, set, rebase, discard } = useGridDraft();
  const [problems, setProblems] = useState<ByProduct<Cells>>({});
  const [notes, setNotes] = useState<ByProduct<string>>({});
  const [outcome, setOutcome] = useState("");
  const [isReviewing, setIsReviewing] = useState(false);
  const [packsCarryMrp, setPacksCarryMrp] = useState(false);
  const { run, busy, error, clear } = useAction();
  const { permissions } = useMe();
  const change = (product: GridProduct, cells: Cells) => {
    clear();
    set(product, cells);
    setProblems((now) => ({ ...now, [product._id]: without(now[product._id], Object.keys(cells)) }));
  };
  const mayChange = ({ name }: GridColumn) => permissions.includes(GRID_PERMISSIONS[name]);
  const changed = products.filter(({ _id }) => drafts[_id]);
  const count = changed.reduce((sum, { _id }) => sum + Object.keys(drafts[_id]?.typed ?? {}).length, 0);

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      document.querySelector<HTMLElement>('[data-grid][aria-invalid="true"]')?.focus();
  }, [problems]);

  async function save(): Promise<void> {
    setIsReviewing(false);
    setOutcome("");
    const found: Record<string, Cells> = {};
    const said: Record<string, string> = {};
    let done = 0;
    const apply = ({ _id, product, problem: why }: GridResult) => {
      if (product) {
        setSaved((now) => ({
          loaded,
          products: { ...(now.loaded === loaded ? now.products : {}), [_id]: product },
        }));
      }
      if (!why) {
        done += 1;
        discard([_id]);
        return;
      }
      if (product) rebase(product);
      said[_id] = why.changedBy
        ? `${why.changedBy} has changed this product meanwhile. What you typed is kept; save again to store it on top.`
        : why.errors.length === 0
          ? why.message
          : "";
      const cells: Record<string, string> = {};
      for (const { size, field, message } of why.errors) {
        const key = cellKey(size, field);
        cells[key] = cells[key] ? `${cells[key]} ${message}` : message;
      }
      found[_id] = cells;
    };
    await run(async () => {
      const queue = changed.flatMap(({ _id }) => (drafts[_id] ? [toChange(_id, drafts[_id], { packsCarryMrp })] : []));
      setPacksCarryMrp(false);
      while (queue.length > 0) {
        const chunk = queue.splice(0, MAX_GRID_SAVED);
        try {
          for (const result of (await call("saveProductGrid", { body: { products: chunk } })).results) apply(result);
        } catch (failure) {
          const named = failure instanceof RequestError ? failure.errors : [];
          // Invalid cells are named by their place in the request; the other products are sent again.
          const wrong = named.flatMap(({ field, message }) => {
            const [, at, sizeAt, name] = /^products\.(\d+)\.(?:sizes\.(\d+)\.)?(\w+)/.exec(field) ?? [];
            const product = chunk[Number(at)];
            const size = sizeAt === undefined ? null : (product?.sizes?.[Number(sizeAt)]?._id ?? null);
            return product && name
              ? [{ product, key: cellKey(size, name === "stock" ? "available" : name), message }]
              : [];
          });
          if (wrong.length === 0) throw failure;
          for (const { product, key, message } of wrong) found[product._id] = { ...found[product._id], [key]: message };
          queue.unshift(...chunk.filter((one) => !wrong.some(({ product }) => product === one)));
        }
      }
    });
    setProblems(found);
    setNotes(said);
    const left = Object.keys(found).length;
    setOutcome(
      `${done === 1 ? "1 product saved." : `${done} products saved.`}${left === 0 ? "" : left === 1 ? " 1 is not: its cells say why." : ` ${left} are not: their cells say why.`}`,
    );
  }

  return (
    <>
      <title>Products as a grid</title>
      <BackLink to={`/products${productQuery.withoutPage(search)}`}>Products</BackLink>
      <PageHead
        title="Products as a grid"
        about={
          <>
            {total > MAX_GRID
              ? `The newest ${MAX_GRID} of ${total.toLocaleString("en-IN")} products that match. Please search for fewer to see the others.`
              : total === 1
                ? "1 product."
                : `${total} products.`}{" "}
            <span className="max-md:hidden">
              Arrows and Enter move, Escape restores a cell, and a column of a spreadsheet can be pasted.{" "}
            </span>
            Stock may be typed as a difference, such as +5.
          </>
        }
      />
      {products.length === 0 ? (
        <Empty next={{ to: "/products", name: "Choose other products" }}>
          {problemIn(problem) || "No products match."}
        </Empty>
      ) : (
        <>
          <FillColumn
            products={products}
            drafts={drafts}
            categories={categories}
            mayChange={mayChange}
            onChange={change}
          />
          <GridTable
            products={products}
            drafts={drafts}
            categories={categories}
            problems={problems}
            notes={notes}
            mayChange={mayChange}
            onChange={change}
          />
        </>
      )}
      <section
        aria-label="Changes"
        data-bottom-bar={count > 0 || undefined}
        className={`panel mt-3 flex flex-wrap items-center gap-2 p-3 ${count > 0 ? "sticky bottom-2 z-10 shadow-lg" : ""}`}
      >
        <p role="status" className="mr-auto">
          {outcome}{" "}
          <strong>
            {count === 0
              ? "Nothing to save."
              : `${count === 1 ? "1 change" : `${count} changes`} of ${changed.length === 1 ? "1 product" : `${changed.length} products`}, not saved yet.`}
          </strong>
        </p>
        {count > 0 && (
          <>
            <Button type="button" className="button-primary" disabled={busy} onClick={() => setIsReviewing(true)}>
              {busy ? "Saving…" : "Review and save"}
            </Button>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() => {
                discard(changed.map(({ _id }) => _id));
                setProblems({});
                setNotes({});
              }}
            >
              Discard changes
            </Button>
          </>
        )}
        <div className="w-full empty:hidden">
          <Problem error={error} otherwise={error?.errors[0]?.message} />
        </div>
      </section>
      {isReviewing && (
        <Dialog title="What changes" onClose={() => setIsReviewing(false)}>
          <ul className="mb-4 grid gap-2" aria-label="Differences">
            {changed.map((product) => (
              <li key={product._id}>
                <strong className="wrap-anywhere">{product.title}</strong>
                <ul>
                  {Object.entries(drafts[product._id]?.typed ?? {}).map(([key, text]) => (
                    <Difference
                      key={key}
                      of={key}
                      product={product}
                      before={drafts[product._id]?.base[key] ?? ""}
                      after={text}
                      categories={categories}
                    />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {changed.some((product) =>
            product.sizes.some((size) => raisesMrp(size, typedPrices(size, drafts[product._id]?.typed ?? {}))),
          ) && <PacksCarryMrp where="where it rises" checked={packsCarryMrp} onChange={setPacksCarryMrp} />}
          <div className="flex gap-2">
            <button type="button" className="button-primary" onClick={() => void save()}>
              Save {count === 1 ? "this change" : `these ${count} changes`}
            </button>
            <button type="button" className="button-quiet" onClick={() => setIsReviewing(false)}>
              Continue editing
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const without = (cells: Cells | undefined, keys: readonly string[]): Cells =>
  Object.fromEntries(Object.entries(cells ?? {}).filter(([key]) => !keys.includes(key)));

/** The prices of a size as they are typed, or stored. */
const typedPrices = ({ _id, price, originalPrice }: GridProduct["sizes"][number], typed: Cells) => ({
  price: typed[cellKey(_id, "price")] ?? String(price),
  originalPrice: typed[cellKey(_id, "originalPrice")] ?? String(originalPrice ?? ""),
});

const NAMES: Readonly<Record<string, string>> = {
  price: "price",
  originalPrice: "MRP",
  available: "stock",
  state: "state",
  publishAt: "in the shop from",
  category: "category",
  hsn: "HSN",
  gstPercent: "GST (%)",
  commonName: "common name",
};

interface DifferenceProps {
  /** The cell's key. */
  of: string;
  product: GridProduct;
  before: string;
  after: string;
  categories: readonly { slug: string; name: string }[];
}

function Difference({ of, product, before, after, categories }: DifferenceProps) {
  const [sizeId, name = ""] = of.split("/");
  const size = product.sizes.find(({ _id }) => _id === sizeId);
  const shown = (text: string) =>
    shownCell(of, text, (slug) => categories.find((one) => one.slug === slug)?.name ?? slug);
  return (
    <li>
      {size && `${size.label}, `}
      {NAMES[name]}: <del className="text-bark">{shown(before)}</del> →{" "}
      <ins className="no-underline">{shown(after)}</ins>
    </li>
  );
}
