import { type ReactNode, useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import type { CategoryTree, ListedCategory } from "../../contract/admin/categories.ts";
import { call } from "../api/client.ts";
import { Thumbnail } from "../products/thumbnail.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { reordered } from "../shared/list-edits.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useLatest } from "../shared/use-latest.ts";
import { parentOptions } from "./parent-options.ts";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listAdminCategories", {}));

/** Lists the categories of the menu with their subcategories, in the order that shoppers see. */
export default function CategoriesPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const [tree, setTree] = useLatest(loaded);
  const [isAdding, setIsAdding] = useState(false);
  const [moved, setMoved] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const mayEdit = useMay("edit_products");

  async function move({ _id: id, name }: ListedCategory, by: 1 | -1, { siblings, parent }: Place) {
    const from = siblings.map(({ _id }) => _id);
    const at = from.indexOf(id);
    const to = reordered(from, at, at + by);
    const isDone = await run(async () => {
      setTree(await call("orderCategories", { body: { parent, from, to } }));
      setMoved(`${name} is now number ${at + by + 1} of ${to.length}.`);
    });
    if (!isDone) await revalidate();
  }
  const rowOf = (category: ListedCategory, place: Place) => ({
    category,
    isFirst: place.siblings[0] === category,
    isLast: place.siblings.at(-1) === category,
    onMove: mayEdit ? (by: 1 | -1) => void move(category, by, place) : undefined,
    busy,
  });
  return (
    <>
      <title>Categories</title>
      <PageHead title="Categories">
        {mayEdit && (
          <button type="button" className="button-primary" onClick={() => setIsAdding(true)}>
            New category
          </button>
        )}
      </PageHead>
      <p className="mb-3 text-bark">
        In the order of the shop’s menu. A category has subcategories; these have none of their own.
      </p>
      <Problem error={error} />
      <p role="status" className="sr-only">
        {moved}
      </p>
      {tree.length === 0 ? (
        <Empty>There are no categories yet. Every product is in one, so begin here.</Empty>
      ) : (
        <ul className="panel divide-y divide-sand">
          {tree.map((category) => {
            const { _id: id, name, image, subcategories } = category;
            return (
              <Row
                key={id}
                {...rowOf(category, { siblings: tree, parent: null })}
                thumbnail={<Thumbnail picture={image} />}
              >
                {subcategories.length > 0 && (
                  <ul
                    aria-label={`Below ${name}`}
                    className="ml-6 divide-y divide-sand border-sand border-t border-l md:ml-10"
                  >
                    {subcategories.map((one) => (
                      <Row key={one._id} {...rowOf(one, { siblings: subcategories, parent: id })} />
                    ))}
                  </ul>
                )}
              </Row>
            );
          })}
        </ul>
      )}
      {isAdding && <AddDialog tree={tree} onClose={() => setIsAdding(false)} />}
    </>
  );
}

interface Place {
  siblings: readonly ListedCategory[];
  /** The `_id` of the category that they are below; null for those of the menu. */
  parent: string | null;
}

interface RowProps {
  category: ListedCategory;
  thumbnail?: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  /** Missing if the member may not move it. */
  onMove: ((by: 1 | -1) => void) | undefined;
  busy: boolean;
  /** Its subcategories. */
  children?: ReactNode;
}

function Row({ category, thumbnail, isFirst, isLast, onMove, busy, children }: RowProps) {
  const { _id: id, slug, name, products } = category;
  return (
    <li>
      <div className="flex items-center gap-x-3 px-4 py-2">
        {thumbnail}
        <div className="min-w-0 grow items-center justify-between gap-x-3 md:flex">
          <div className="min-w-0">
            <Link to={`/categories/${id}`} className="wrap-anywhere font-semibold text-leaf">
              {name}
            </Link>
            <p className="wrap-anywhere text-bark text-small max-md:hidden">/category/{slug}</p>
          </div>
          <Link to={`/products?category=${slug}`} className="text-link inline-block py-1 max-md:text-small">
            {products.toLocaleString("en-IN")} {products === 1 ? "product" : "products"}
            <span className="sr-only"> in {name}</span>
          </Link>
        </div>
        {onMove && <EntryButtons of={name} isFirst={isFirst} isLast={isLast} busy={busy} onMove={onMove} />}
      </div>
      {children}
    </li>
  );
}

const EMPTY = { name: "", parent: "" };

function AddDialog({ tree, onClose }: { tree: CategoryTree; onClose: () => void }) {
  const draft = useFormDraft("new category", EMPTY);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const { name, parent } = draft.values;
  return (
    <DialogForm
      title="New category"
      submit="Add the category"
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          const { _id } = await call("createCategory", { body: { name, parent: parent || null } });
          draft.sent("The category has been added.");
          await navigate(`/categories/${_id}`);
        })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        focused
        autoComplete="off"
        error={fieldMessage(error, "name")}
        hint="As the menu shows it. Its URL is made from it."
        onChange={(event) => draft.set("name", event.target.value)}
      />
      <SelectField
        label="Below"
        value={parent}
        options={parentOptions(tree)}
        error={fieldMessage(error, "parent")}
        onChange={(value) => draft.set("parent", value)}
      />
    </DialogForm>
  );
}
