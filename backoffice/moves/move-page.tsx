import { useEffect, useRef, useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import type { Move, MoveNote } from "../../contract/admin/moves.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { hasFormDraft } from "../shared/form-draft.ts";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { DecisionForm } from "./decision-form.tsx";
import { FormerShop } from "./former-shop.tsx";
import { MoveFileForm } from "./move-file-form.tsx";
import { PeopleSection } from "./people-section.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "move", list: "/moves", link: "Move in" }, () =>
    call("readMove", { params: { id: params.id ?? "" } }),
  );

const number = (value: number) => value.toLocaleString("en-IN");

/** A move from another shop: what its files have, what is decided, what is not taken. */
export default function MovePage() {
  const move = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const { _id: id, fileNames, facts, counts, notes } = move;
  /** How often the decisions were saved since something was typed. */
  const [saves, setSaves] = useState(0);
  return (
    <>
      <title>{`Move in: ${fileNames.join(", ")}`}</title>
      <BackLink to="/moves">Move in</BackLink>
      <PageHead title={fileNames.join(", ")} />
      <Summary move={move} saves={saves} />
      <PeopleSection move={move} />
      {(facts.words.length > 0 || facts.unknown.length > 0) && (
        <DecisionForm
          key={`${id} ${facts.unknown.length}`}
          move={move}
          onTyped={() => setSaves(0)}
          onSaved={() => setSaves((before) => before + 1)}
        />
      )}
      {(facts.source === "shopify" || facts.source === "woocommerce") && <FormerShop />}
      <div className="mb-4">
        <Panel title="More files">
          <MoveFileForm
            label="Add files of the same shop"
            hint="Shopify’s inventory, customers or orders, or further parts of the products. A file of the same name is replaced."
            submit="Add them"
            send={(file) => call("addMoveFile", { params: { id }, query: { name: file.name }, file })}
            onDone={revalidate}
          />
        </Panel>
      </div>
      {counts.notes > 0 && <Notes id={id} notes={notes} all={counts.notes} />}
      {facts.ignored.length > 0 && (
        <Panel title="Columns that are not taken">
          <p className="wrap-anywhere">{facts.ignored.join(", ")}</p>
        </Panel>
      )}
    </>
  );
}

function Summary({ move, saves }: { move: Move; saves: number }) {
  const { _id: id, facts, counts, open, importId, isStored, by, at } = move;
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const taken = counts.known + counts.new;
  const canStage = open.length === 0 && taken > 0;
  const saved = useRef<HTMLParagraphElement>(null);
  // The decisions are below, and what to do next is here.
  useEffect(() => {
    if (saves === 0) return;
    saved.current?.focus({ preventScroll: true });
    saved.current?.scrollIntoView({ block: "center" });
  }, [saves]);
  return (
    <section aria-label="Summary" className="panel mb-4 grid grid-cols-1 gap-3 p-4">
      <ul>
        {facts.files.map(({ name, text, rows, remark }) => (
          <li key={name} className="wrap-anywhere">
            <strong>{name}</strong>: {text} ({number(rows)} {rows === 1 ? "row" : "rows"}){remark && `. ${remark}`}
          </li>
        ))}
      </ul>
      {counts.products > 0 && (
        <p>
          {isStored && "Before they were stored: "}
          <strong>
            {number(counts.known)} known, {number(counts.new)} new
          </strong>{" "}
          products with {number(counts.takenSizes)} {counts.takenSizes === 1 ? "size" : "sizes"} are taken
          {counts.refused > 0 && `, ${number(counts.refused)} not`}.
          <span className="block text-bark text-small">
            {by}, {formatDateTime(at)}
          </span>
        </p>
      )}
      {open.length > 0 && (
        <div>
          <p>To be decided:</p>
          <ul className="list-disc pl-5">
            {open.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {importId && (
        <p>
          Its products are{" "}
          <Link to={`/imports/${importId}`} className="text-link">
            {isStored ? "stored under Import" : "staged under Import"}
          </Link>
          .
        </p>
      )}
      <p ref={saved} role="status" tabIndex={-1} className="border-leaf border-l-2 py-1 pl-3 empty:hidden">
        {saves > 0 &&
          `The decisions are saved.${canStage ? " Next, stage the products." : open.length > 0 ? " What is still to be decided is listed above." : ""}`}
      </p>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex flex-wrap gap-2">
        {canStage && (
          <Button
            type="button"
            className="button-primary"
            disabled={busy}
            onClick={() =>
              void run(async () => {
                const staged = await call("stageMove", { params: { id }, body: {} });
                await navigate(`/imports/${staged.importId}`);
              })
            }
          >
            {busy ? "Reading the files…" : importId ? "Stage the products again" : "Stage the products"}
          </Button>
        )}
        <Button
          type="button"
          className="button-quiet"
          disabled={busy}
          onClick={() =>
            void run(async () => {
              await call("deleteMove", { params: { id } });
              await navigate("/moves");
            })
          }
        >
          Delete this move
        </Button>
      </div>
      {canStage && (
        <p className="text-bark text-small">
          Staging compares them with the catalogue; nothing is stored before you have seen the differences.
          {hasFormDraft(`decisions of move ${id}`) && " Decisions that are not saved don’t count."}
        </p>
      )}
    </section>
  );
}

const LOSSES = { product: "Not taken", cell: "Taken without this cell", said: "Taken, with a change" } as const;

function Notes({ id, notes, all }: { id: string; notes: readonly MoveNote[]; all: number }) {
  return (
    <section aria-labelledby="notes" className="mb-4">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <h2 id="notes">Not taken, or not as it stands</h2>
        <a href={`/admin/api/moves/${id}/not-taken.csv`} download="not-taken.csv" className="text-link">
          Download as CSV
        </a>
      </div>
      <ul className="panel divide-y divide-sand">
        {notes.map(({ file, row, column, product, cell, message, loss }) => (
          <li key={JSON.stringify([file, row, column, cell, message])} className="grid gap-1 px-4 py-3">
            <p className="wrap-anywhere">
              <strong>{product || file}</strong>{" "}
              <span className="text-bark text-small">
                {file}
                {row !== null && `, row ${row}`}
                {column && `, ${column}`}
              </span>
            </p>
            <p className="wrap-anywhere">
              <span className={loss === "product" ? "text-terracotta" : ""}>{LOSSES[loss]}</span>:{" "}
              {cell && !message.startsWith('"') && `“${cell}” – `}
              {message}.
            </p>
          </li>
        ))}
      </ul>
      {all > notes.length && (
        <p className="mt-2 text-bark text-small">And {number(all - notes.length)} more, which are in the CSV file.</p>
      )}
    </section>
  );
}
