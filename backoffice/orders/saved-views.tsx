import { useState } from "react";
import { Link, useRevalidator, useSearchParams } from "react-router";
import type { SavedView } from "../../contract/admin/saved-views.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

/** Returns the list's tab, search, filters and sort, without its page. */
function viewOf(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  view.delete("after");
  view.sort();
  return view.toString();
}

/** Lists the saved views, and saves the current list as one. */
export function SavedViews({ views }: { views: readonly SavedView[] }) {
  const [search] = useSearchParams();
  const [isSaving, setIsSaving] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const current = viewOf(search);
  const open = views.find(({ query }) => viewOf(new URLSearchParams(query)) === current);
  const remove = ({ _id }: SavedView) =>
    run(async () => {
      await call("deleteView", { params: { id: _id } });
      await revalidate();
    });
  if (views.length === 0 && current === "") return null;
  return (
    <section aria-label="Views" className="mb-2 flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <Link key={view._id} to={`?${view.query}`} aria-current={view === open ? "page" : undefined} className="chip">
          {view.name}
          {view.isShared && <span className="text-bark"> · shared</span>}
        </Link>
      ))}
      {open?.canDelete && (
        <Button type="button" className="text-link" disabled={busy} onClick={() => remove(open)}>
          Delete this view
        </Button>
      )}
      {!open && current !== "" && (
        <button type="button" className="text-link" onClick={() => setIsSaving(true)}>
          Save this view…
        </button>
      )}
      <Problem error={error} />
      {isSaving && (
        <SaveForm
          query={current}
          onDone={() => {
            setIsSaving(false);
            void revalidate();
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </section>
  );
}

function SaveForm({ query, onDone, onClose }: { query: string; onDone: () => void; onClose: () => void }) {
  const mayShare = useMay("change_orders");
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Save this view"
      submit="Save"
      busy={busy}
      error={error}
      otherwise={fieldMessage(error, "query")}
      onSubmit={async () => {
        if (await run(() => call("addView", { body: { name, query, isShared } }))) onDone();
      }}
      onClose={onClose}
    >
      <p>Tab, search, filters and sort are saved.</p>
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={40}
        autoComplete="off"
        error={fieldMessage(error, "name")}
      />
      {mayShare && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
          For everybody who sees orders
        </label>
      )}
    </DialogForm>
  );
}
