import { useRevalidator } from "react-router";
import type { AdminCategory, CategoryTree, categoryFields } from "../../contract/admin/categories.ts";
import { CATEGORY_LIMITS } from "../../contract/catalogue/category-limits.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { SearchPreview } from "../shared/search-preview.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { CategoryPicture } from "./category-picture.tsx";
import { parentOptions } from "./parent-options.ts";

/** The fields of the form; a picture is two. */
const LABELS = {
  name: "Name",
  slug: "Address",
  parent: "Below",
  description: "Description",
  path: "Picture",
  alt: "Description of the picture",
  metaTitle: "Title for search engines",
  metaDescription: "Description for search engines",
} as const satisfies Record<Exclude<keyof typeof categoryFields, "image"> | "path" | "alt", string>;
type Name = keyof typeof LABELS;
type Values = Record<Name, string>;

interface CategoryFormProps {
  category: AdminCategory;
  tree: CategoryTree;
  onChanged: (category: AdminCategory) => void;
}

/**
 * Edits the texts, the parent and the picture of a category. Only changed fields are sent; unsaved input survives a reload and a
 * colleague's change.
 */
export function CategoryForm({ category, tree, onChanged }: CategoryFormProps) {
  const { _id: id, version, parent, image, subcategories, ...texts } = category;
  const stored: Values = {
    name: texts.name,
    slug: texts.slug,
    parent: parent ?? "",
    description: texts.description,
    path: image?.path ?? "",
    alt: image?.alt ?? "",
    metaTitle: texts.metaTitle,
    metaDescription: texts.metaDescription,
  };
  const draft = useFormDraft<Values>(`category ${id}`, stored, version);
  const { values, changed } = draft;
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const mayEdit = useMay("edit_products");

  async function save(): Promise<void> {
    const isSaved = await run(async () =>
      onChanged(
        await call("changeCategory", {
          params: { id },
          body: { version: draft.version, ...changesOf(values, changed) },
        }),
      ),
    );
    if (isSaved) draft.discard();
    await revalidate();
  }
  if (changed.length > 0 && draft.version < version)
    return (
      <ConflictBar
        message={`${category.lastChange?.by ?? "Somebody"} has changed this category since you began. Nothing that you have typed is lost.`}
        fields={draft.conflicts.map((name) => ({
          name,
          label: LABELS[name as Name],
          theirs: shown(name, stored[name as Name]),
          mine: shown(name, values[name as Name]),
        }))}
        onResolve={(theirs) => {
          clear();
          draft.rebase(theirs);
        }}
      />
    );
  function shown(name: string, value: string): string {
    return name === "parent" ? (parentOptions(tree).find((one) => one.value === value)?.name ?? "") : value;
  }
  const input = (name: Name, hint?: string) => (
    <Field
      label={LABELS[name]}
      value={values[name]}
      error={fieldMessage(error, name)}
      hint={hint}
      autoComplete="off"
      onChange={(event) => draft.set(name, event.target.value)}
    />
  );
  return (
    <form
      noValidate
      className="panel max-w-3xl p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset disabled={!mayEdit} className="grid gap-4">
        {input("name")}
        {input("slug", `Behind /category/. The present one redirects to another: /category/${stored.slug}`)}
        {subcategories > 0 ? (
          <p className="text-bark">
            It is in the menu. As long as it has subcategories, it can’t be below another one.
          </p>
        ) : (
          <SelectField
            label={LABELS.parent}
            value={values.parent}
            options={parentOptions(tree, id)}
            error={fieldMessage(error, "parent")}
            hint="Its products follow it."
            onChange={(value) => draft.set("parent", value)}
          />
        )}
        <TextArea
          label={LABELS.description}
          rows={3}
          value={values.description}
          error={fieldMessage(error, "description")}
          onChange={(event) => draft.set("description", event.target.value)}
        />
        <CategoryPicture
          path={values.path}
          alt={values.alt}
          mayEdit={mayEdit}
          error={fieldMessage(error, "image.alt") ?? fieldMessage(error, "image.path")}
          onPath={(path) => draft.set("path", path)}
          onAlt={(alt) => draft.set("alt", alt)}
        />
        {input("metaTitle", `Empty: the name. At most ${CATEGORY_LIMITS.metaTitle} characters.`)}
        {input(
          "metaDescription",
          `Empty: the description. Search engines cut it at some 160 characters; at most ${CATEGORY_LIMITS.metaDescription}.`,
        )}
        <SearchPreview
          path={`/category/${values.slug}`}
          title={values.metaTitle || values.name}
          description={values.metaDescription || values.description}
          picture={values.path ? "the category’s picture" : "the picture of its first product"}
        />
        <Problem error={error} />
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <button type="submit" className="button-primary" disabled={busy || changed.length === 0}>
              Save
            </button>
            {changed.length > 0 && (
              <button type="button" className="button-quiet" onClick={draft.discard}>
                Discard changes
              </button>
            )}
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** Returns the changed values as the endpoint takes them. */
function changesOf(values: Values, changed: readonly string[]) {
  const { path, alt, parent, ...texts } = values;
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => changed.includes(name))),
    ...(changed.includes("parent") && { parent: parent || null }),
    ...((changed.includes("path") || changed.includes("alt")) && { image: path ? { path, alt } : null }),
  };
}
