import { useLoaderData, useNavigate } from "react-router";
import type { ListedMove } from "../../contract/admin/moves.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { MoveFileForm } from "./move-file-form.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listMoves", {}));

const COLUMNS: [Column<ListedMove>, ...Column<ListedMove>[]] = [
  {
    name: "Files",
    cell: ({ fileNames }) => <span className="wrap-anywhere">{fileNames.join(", ")}</span>,
    phone: "title",
  },
  {
    name: "Products",
    cell: ({ counts }) => counts.products.toLocaleString("en-IN"),
    isNumber: true,
    phone: "right",
    phoneName: ({ counts }) => ({ after: counts.products === 1 ? "product" : "products" }),
  },
  {
    name: "Not taken",
    cell: ({ counts }) => counts.refused.toLocaleString("en-IN"),
    isNumber: true,
    phone: "below",
    phoneName: { after: "not taken" },
  },
  { name: "By", cell: ({ by }) => by },
  {
    name: "When",
    cell: ({ at }) => <span className="text-bark text-small">{formatDateTime(at)}</span>,
    phone: "right-below",
  },
];

/** Starts a move from another shop, and lists the earlier ones. */
export default function MovesPage() {
  const { moves } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  return (
    <>
      <title>Move in</title>
      <PageHead title="Move in" />
      <section aria-label="Start a move" className="panel mb-4 grid grid-cols-1 gap-3 p-4">
        <p>
          Bring products, customers and orders of a shop that you have elsewhere. In Shopify: Products → Export → All
          products, CSV; for HSN codes and stock of several places also Products → Inventory → Export; Customers →
          Export; Orders → Export. In WooCommerce: Products → Export, with variations; Analytics → Customers → Download.
          Any other table of products or customers works, too: you match its columns once.
        </p>
        <p>
          Nothing is stored yet. You see what is taken and what not, decide what the files can’t say, and then compare
          and store the products as drafts under Import, customers and orders on their own. The other shop must stay
          open until its pictures are here.
        </p>
        <MoveFileForm
          label="Files of your other shop"
          hint="CSV, up to 10 files and 50 MB."
          submit="Read the files"
          send={(file, before) =>
            before
              ? call("addMoveFile", { params: { id: before._id }, query: { name: file.name }, file })
              : call("startMove", { query: { name: file.name }, file })
          }
          onDone={async ({ _id }) => navigate(`/moves/${_id}`)}
        />
      </section>
      <h2 className="mb-2">Earlier moves</h2>
      <ResourceList
        label="Earlier moves"
        rows={moves}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/moves/${_id}`}
        empty="Nothing has been moved yet. The decisions of each move are proposed for the next one."
      />
    </>
  );
}
