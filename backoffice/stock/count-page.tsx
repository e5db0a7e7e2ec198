import { useState } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type CountedSize, type ListedStock, MAX_COUNTED } from "../../contract/admin/stock.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

const query = listQueryOf(adminEndpoints.listStock.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listStock", { query: query.read(search) }), { sizes: [], hasMore: false });
  });

type Counts = Readonly<Record<string, string>>;

/** A sheet for a stock-take, to print or to fill in: counted units are kept in the tab until they are stored, across pages of the list. */
export default function CountPage() {
  const { sizes, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const [stored, setStored] = useDraft("count sheet");
  const [reason, setReason] = useState("Stock-take");
  const [differences, setDifferences] = useState<readonly CountedSize[] | null>(null);
  const [done, setDone] = useState("");
  const { run, busy, error } = useAction();
  const counts = stored === "" ? {} : (JSON.parse(stored) as Counts);
  const counted = Object.entries(counts);

  function set(sku: string, typed: string) {
    const { [sku]: _, ...others } = counts;
    const next = typed.trim() === "" ? others : { ...others, [sku]: typed.trim() };
    setStored(Object.keys(next).length > 0 ? JSON.stringify(next) : "");
    setDone("");
  }
  const body = (preview: boolean) => ({
    preview,
    reason,
    counts: counted.map(([sku, typed]) => {
      const expected = differences?.find((size) => size.sku === sku)?.expected;
      return {
        sku,
        counted: /^\d+$/.test(typed) ? Number(typed) : Number.NaN,
        ...(!preview && expected !== undefined && { expected }),
      };
    }),
  });
  const compare = () => run(async () => setDifferences(await call("countStock", { body: body(true) })));
  const store = () =>
    run(async () => {
      const result = await call("countStock", { body: body(false) });
      const changed = result.filter((size) => size.counted !== size.expected).length;
      setDone(
        `${result.length === 1 ? "1 size is" : `${result.length} sizes are`} counted, ${changed === 0 ? "all as expected" : `${changed} with a difference`}.`,
      );
      setStored("");
      setDifferences(null);
    });

  if (differences)
    return (
      <Differences
        differences={differences}
        busy={busy}
        problem={<Problem error={error} otherwise={error?.errors[0]?.message} />}
        canCompare={error?.code === "conflict"}
        onCompare={() => void compare()}
        onBack={() => setDifferences(null)}
        onStore={() => void store()}
      />
    );
  return (
    <>
      <title>Count sheet</title>
      <div className="print:hidden">
        <BackLink to="/stock">Stock</BackLink>
      </div>
      <PageHead
        title="Count sheet"
        about="Count what is on the shelf: without the units of paid orders, but with those that unpaid orders reserve. Leave empty what you don’t count."
      >
        <button type="button" className="button-quiet print:hidden" onClick={() => print()}>
          Print this page
        </button>
      </PageHead>
      <search className="mb-3 block print:hidden">
        <SearchField
          label="Search stock"
          placeholder="SKU or words of the title"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <p role="status" className={done ? "mb-3 border-leaf border-l-2 py-1 pl-3" : ""}>
        {done}
      </p>
      {sizes.length === 0 ? (
        <Empty>{problemIn(problem) || "No sizes match."}</Empty>
      ) : (
        <ul className="panel divide-y divide-sand">
          {sizes.map((size) => (
            <SheetLine
              key={size.sku}
              size={size}
              typed={counts[size.sku] ?? ""}
              onType={(text) => set(size.sku, text)}
            />
          ))}
        </ul>
      )}
      <div className="print:hidden">
        <Pager label="More sizes" hasMore={hasMore} last={sizes.at(-1)?.sku} />
      </div>
      <form
        noValidate
        data-bottom-bar={counted.length > 0 || undefined}
        className={`panel mt-4 grid gap-3 p-4 print:hidden sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end ${counted.length > 0 ? "sticky bottom-2 z-10 shadow-lg" : ""}`}
        onSubmit={(event) => {
          event.preventDefault();
          void compare();
        }}
      >
        <Field
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={fieldMessage(error, "reason")}
        />
        <Button
          type="submit"
          className="button-primary"
          disabled={busy || counted.length === 0 || counted.length > MAX_COUNTED}
        >
          {counted.length === 0
            ? "Nothing is counted yet"
            : `Compare ${counted.length === 1 ? "1 size" : `${counted.length} sizes`}`}
        </Button>
        {counted.length > MAX_COUNTED && (
          <p className="text-terracotta sm:col-span-2">
            Please store these first: at most {MAX_COUNTED} sizes are compared at once.
          </p>
        )}
        {error && (
          <div className="sm:col-span-2">
            <Problem error={error} otherwise={messageOf(error.errors, counted)} />
          </div>
        )}
      </form>
    </>
  );
}

/** Returns the first error of a count, with its SKU: `counts.3.counted` is the fourth. */
function messageOf(
  errors: readonly { field: string; message: string }[],
  counted: readonly (readonly [string, string])[],
): string | undefined {
  const found = errors.find(({ field }) => field.startsWith("counts"));
  const at = /\d+/.exec(found?.field ?? "")?.[0];
  return found && (at === undefined ? found.message : `${counted[Number(at)]?.[0]}: ${found.message}`);
}

interface SheetLineProps {
  size: ListedStock;
  typed: string;
  onType: (text: string) => void;
}

function SheetLine({ size, typed, onType }: SheetLineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-4 py-2">
      <span className="wrap-anywhere">
        <strong>{size.sku}</strong>{" "}
        <span className="text-bark">{size.size ? `${size.title}, ${size.size}` : size.title}</span>
      </span>
      <input
        className="field w-24 text-right"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Counted units of ${size.sku}`}
        aria-invalid={typed !== "" && !/^\d{1,7}$/.test(typed)}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </li>
  );
}

interface DifferencesProps {
  differences: readonly CountedSize[];
  busy: boolean;
  problem: React.ReactNode;
  canCompare: boolean;
  onCompare: () => void;
  onBack: () => void;
  onStore: () => void;
}

/** Shows what storing would change. */
function Differences({ differences, busy, problem, canCompare, onCompare, onBack, onStore }: DifferencesProps) {
  const changed = differences.filter(({ counted, expected }) => counted !== expected);
  return (
    <>
      <title>Differences of the count</title>
      <PageHead title="Differences" />
      <p role="status" className="mb-3 text-bark">
        {changed.length === 0
          ? "Everything is as expected."
          : `${changed.length === 1 ? "1 size differs" : `${changed.length} sizes differ`}, ${differences.length - changed.length} as expected. Nothing is stored yet.`}
      </p>
      {changed.length > 0 && (
        <ul className="panel mb-4 divide-y divide-sand">
          {changed.map(({ sku, title, size, expected, counted }) => (
            <li key={sku} className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 px-4 py-2">
              <span className="wrap-anywhere">
                <strong>{sku}</strong> <span className="text-bark">{size ? `${title}, ${size}` : title}</span>
              </span>
              <span className="text-right">
                {expected} → <strong>{counted}</strong>{" "}
                <span className={counted < expected ? "text-terracotta" : "text-leaf"}>
                  ({counted < expected ? `−${expected - counted}` : `+${counted - expected}`})
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="button" className="button-primary" disabled={busy} onClick={onStore}>
          Store the count
        </Button>
        {canCompare && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={onCompare}>
            Compare again
          </Button>
        )}
        <button type="button" className="button-quiet" onClick={onBack}>
          Back to the sheet
        </button>
      </div>
    </>
  );
}
