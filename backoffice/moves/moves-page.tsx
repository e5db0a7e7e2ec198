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

/** Where other shops export what a move reads. */
const EXPORTS: readonly { from: string; paths: readonly string[] }[] = [
  {
    from: "From Shopify",
    paths: [
      "Products → Export → All products, CSV",
      "Products → Inventory → Export, for HSN codes and stock of several places",
      "Customers → Export",
      "Orders → Export",
    ],
  },
  {
    from: "From WooCommerce",
    paths: ["Products → Export, with variations", "Analytics → Customers → Download"],
  },
  {
    from: "From another shop",
    paths: ["A table of its products, of which you match the columns once", "A table of its customers, likewise"],
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
        <p className="max-w-prose">
          Bring products, customers and orders of a shop that you have elsewhere. Reading the files stores nothing yet.
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
        <div className="max-w-prose">
          {EXPORTS.map(({ from, paths }) => (
            <details key={from}>
              <summary className="cursor-pointer py-2 font-semibold">{from}</summary>
              <ul className="mb-2 list-disc pl-5">
                {paths.map((path) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            </details>
          ))}
          <details>
            <summary className="cursor-pointer py-2 font-semibold">What happens next</summary>
            <p className="mb-2">
              You see what is taken and what not, decide what the files can’t say, and then compare and store the
              products as drafts under Import, customers and orders on their own. The other shop must stay open until
              its pictures are here.
            </p>
          </details>
        </div>
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
