import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { type GridResult, MAX_GRID_SAVED } from "../../contract/admin/product-grid.ts";
import type { ListedProduct } from "../../contract/admin/products.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

interface PublishProductsProps {
  /** The selected ones. */
  products: readonly ListedProduct[];
  /** Deselects those that are published. */
  onPublished: (ids: readonly string[]) => void;
}

/** Publishes the selected products, each by itself, and says of each that cannot be what it lacks. */
export function PublishProducts({ products, onPublished }: PublishProductsProps) {
  const [results, setResults] = useState<readonly GridResult[] | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const open = products.filter(({ state }) => state !== "published");
  if (open.length === 0 && results === null) return null;
  const failed = results?.filter(({ problem }) => problem) ?? [];
  const count = (results?.length ?? 0) - failed.length;
  const titleOf = (id: string) => products.find(({ _id }) => _id === id)?.title ?? id;

  async function publish(): Promise<void> {
    const done: GridResult[] = [];
    await run(async () => {
      for (let at = 0; at < open.length; at += MAX_GRID_SAVED) {
        const chunk = open.slice(at, at + MAX_GRID_SAVED);
        const changes = chunk.map(({ _id, version }) => ({ _id, version, state: "published" as const }));
        done.push(...(await call("saveProductGrid", { body: { products: changes } })).results);
      }
    });
    if (done.length > 0) setResults(done);
    await revalidate();
  }
  function close(): void {
    onPublished(results?.filter(({ problem }) => !problem).map(({ _id }) => _id) ?? []);
    setResults(null);
  }

  return (
    <>
      {open.length > 0 && (
        <Button type="button" className="button-quiet" disabled={busy} onClick={() => void publish()}>
          {busy ? "Publishing…" : `Publish ${open.length}`}
        </Button>
      )}
      <div className="order-last basis-full empty:hidden">
        <Problem error={error} otherwise={error?.errors[0]?.message} />
      </div>
      {results && (
        <Dialog
          title={count === 1 ? "1 product is published" : `${count} products are published`}
          isList
          onClose={close}
        >
          {failed.length > 0 && (
            <>
              <p className="mb-2">
                {failed.length === 1 ? "1 product can’t be" : `${failed.length} products can’t be`} shown in the shop
                yet:
              </p>
              <ul className="mb-4 grid gap-2" aria-label="Not published">
                {failed.map(({ _id, problem }) => (
                  <li key={_id}>
                    <Link to={`/products/${_id}`} className="font-semibold text-leaf wrap-anywhere">
                      {titleOf(_id)}
                    </Link>
                    <span className="block">
                      {problem?.errors.map(({ message }) => message).join(" ") || problem?.message}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="flex flex-wrap gap-2">
            {failed.length > 0 && (
              <Link
                to={`/products/grid?${new URLSearchParams({ ids: failed.map(({ _id }) => _id).join(",") })}`}
                className="button-primary"
              >
                Fill in what is missing
              </Link>
            )}
            <button type="button" className={failed.length > 0 ? "button-quiet" : "button-primary"} onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
