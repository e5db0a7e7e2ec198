import type { ReactNode } from "react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ListedProduct, ListedSize } from "../../contract/admin/products.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import type { NextStep } from "../shared/empty.tsx";
import { formatMoney } from "../shared/money.ts";
import { ResourceList } from "../shared/resource-list.tsx";
import type { Selection } from "../shared/selection.ts";
import { useMay } from "../shared/session.ts";
import { InlineNumber } from "./inline-number.tsx";
import { productQuery } from "./product-query.ts";
import { Thumbnail } from "./thumbnail.tsx";

export const STATES: States<ListedProduct["state"]> = {
  draft: { name: "Draft", tone: "attention" },
  scheduled: { name: "Scheduled", tone: "progress" },
  published: { name: "Published", tone: "done" },
  archived: { name: "Archived", tone: "neutral" },
};

interface ProductTableProps {
  products: readonly ListedProduct[];
  selection: Selection | undefined;
  empty: ReactNode;
  next: NextStep | undefined;
}

/** Lists products with their sizes, whose price and stock are edited in place, each saved by itself. */
export function ProductTable({ products, selection, empty, next }: ProductTableProps) {
  const query = productQuery.withoutPage(useSearchParams()[0]);
  return (
    <ResourceList
      label="Products"
      rows={products}
      keyOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      selection={selection}
      to={({ _id }) => `/products/${_id}${query}`}
      empty={empty}
      next={next}
      columns={[
        { name: "Product", phone: "title", cell: (product) => <Name product={product} /> },
        { name: "Size, price and units in stock", phone: "below", cell: (product) => <Sizes product={product} /> },
      ]}
    />
  );
}

/** Most products are published: the others say what they are. */
function Name({ product: { title, category, picture, state, publishAt } }: { product: ListedProduct }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail picture={picture} />
      <span className="min-w-0 wrap-anywhere">
        <span>{title}</span>
        {state !== "published" && (
          <>
            {" "}
            <StateBadge of={STATES[state]} />
          </>
        )}
        <span className="block font-normal text-bark text-small">
          {category}
          {publishAt && `, in the shop from ${formatShortDateTime(publishAt)}`}
        </span>
      </span>
    </span>
  );
}

function Sizes({ product }: { product: ListedProduct }) {
  // Each price change returns the version that the next change needs.
  const [version, setVersion] = useState(product.version);
  return (
    <ul className="grid gap-1 max-md:mt-1.5">
      {product.sizes.map((size) => (
        <Size key={size._id} product={{ ...product, version }} size={size} onVersion={setVersion} />
      ))}
    </ul>
  );
}

interface SizeProps {
  product: ListedProduct;
  size: ListedSize;
  onVersion: (version: number) => void;
}

function Size({ product, size, onVersion }: SizeProps) {
  const [mayPrice, mayStock, mayEdit] = [useMay("edit_prices"), useMay("adjust_stock"), useMay("edit_products")];
  const { _id: id, label, sku, onSale, originalPrice, nextPrice } = size;
  const of = `${product.title}, ${label}`;
  return (
    <li className="relative z-1 flex flex-wrap items-center gap-x-2 gap-y-1 md:grid md:gap-x-3 md:grid-cols-[5rem_8rem_7rem_minmax(0,1fr)]">
      <span className={`grow ${onSale ? "" : "text-bark line-through"}`} title={sku}>
        {label}
        {!onSale && <span className="sr-only"> (not on sale)</span>}
      </span>
      {mayPrice && mayEdit ? (
        <InlineNumber
          label={`Price of ${of}`}
          prefix="₹"
          value={size.price}
          onSave={async (price, _, isUndo) => {
            const { version, sizes } = await call("changeProduct", {
              params: { id: product._id },
              // The packs carry the MRP of before.
              body: { version: product.version, sizes: [{ _id: id, price, ...(isUndo && { packsCarryMrp: true }) }] },
            });
            onVersion(version);
            return sizes.find((one) => one._id === id)?.price ?? price;
          }}
        />
      ) : (
        <span>{formatMoney(size.price)}</span>
      )}
      <span className="text-bark text-small max-md:hidden">
        {originalPrice !== null && `MRP ${formatMoney(originalPrice)}`}
      </span>
      {mayStock ? (
        <InlineNumber
          label={`Stock of ${of}`}
          suffix="units"
          isWhole
          isAlarming={(units) => units === 0}
          value={size.available}
          onSave={async (available, seen) =>
            (await call("setSizeStock", { params: { id }, body: { seen, available } })).available
          }
        />
      ) : (
        <span className={size.available === 0 ? "text-on-danger" : ""}>{size.available} units</span>
      )}
      {nextPrice && (
        <span className="basis-full text-bark text-small md:col-span-full">
          {formatMoney(nextPrice.price)} from {formatShortDateTime(nextPrice.at)}
        </span>
      )}
    </li>
  );
}
