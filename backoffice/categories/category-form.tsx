import { useRevalidator } from "react-router";
import type { AdminCategory, CategoryTree, categoryFields } from "../../contract/admin/categories.ts";
import { CATEGORY_LIMITS } from "../../contract/catalogue/category-limits.ts";
import { call } from "../api/client.ts";
import { Field, Problem } from "../shared/field.tsx";
import { SearchPreview } from "../shared/search-preview.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
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
  commonName: "Common name of its products",
  googleCategory: "Google product category",
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
    commonName: texts.commonName,
    googleCategory: texts.googleCategory,
    metaTitle: texts.metaTitle,
    metaDescription: texts.metaDescription,
  };
  const { revalidate } = useRevalidator();
  const mayEdit = useMay("edit_products");
  const form = useVersionedForm<Values>({
    draft: `category ${id}`,
    stored,
    version,
    labels: LABELS,
    subject: "this category",
    changedBy: category.lastChange?.by,
    shown: (name, value) =>
      name === "parent" ? (parentOptions(tree).find((one) => one.value === value)?.name ?? "") : value,
    async save({ values, changed, version }) {
      const body = { version, ...changesOf(values, changed) };
      onChanged(await call("changeCategory", { params: { id }, body }));
      // The tree names it, too.
      await revalidate();
    },
  });
  const { values, set, field, error } = form;
  return (
    <VersionedForm form={form} className="panel max-w-3xl p-4">
      <fieldset disabled={!mayEdit} className="grid gap-4">
        <Field {...field("name")} />
        <Field
          {...field("slug")}
          hint={`Behind /category/. The present one redirects to another: /category/${stored.slug}`}
        />
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
            onChange={(value) => set("parent", value)}
          />
        )}
        <TextArea {...field("description")} rows={3} />
        <CategoryPicture
          path={values.path}
          alt={values.alt}
          mayEdit={mayEdit}
          error={fieldMessage(error, "image.alt") ?? fieldMessage(error, "image.path")}
          onPath={(path) => set("path", path)}
          onAlt={(alt) => set("alt", alt)}
        />
        <Field
          {...field("commonName")}
          hint="What they are, such as Eau de parfum, for products that name none. Empty: that of the category above."
        />
        <Field
          {...field("googleCategory")}
          hint="For feeds: the number or path in Google’s list, such as Health & Beauty > Personal Care > Cosmetics > Perfume & Cologne. Empty: that of the category above, or what Google takes it for."
        />
        <Field {...field("metaTitle")} hint={`Empty: the name. At most ${CATEGORY_LIMITS.metaTitle} characters.`} />
        <Field
          {...field("metaDescription")}
          hint={`Empty: the description. Search engines cut it at some 160 characters; at most ${CATEGORY_LIMITS.metaDescription}.`}
        />
        <SearchPreview
          path={`/category/${values.slug}`}
          title={values.metaTitle || values.name}
          description={values.metaDescription || values.description}
          picture={values.path ? "the category’s picture" : "the picture of its first product"}
        />
        <Problem error={error} />
        {mayEdit && <SaveButtons form={form} />}
      </fieldset>
    </VersionedForm>
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
