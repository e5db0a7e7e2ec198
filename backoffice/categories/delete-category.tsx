import { useState } from "react";
import { useNavigate } from "react-router";
import type { AdminCategory, CategoryTree } from "../../contract/admin/categories.ts";
import { call } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

interface DeleteCategoryProps {
  category: AdminCategory;
  tree: CategoryTree;
  onClose: () => void;
}

/** Asks where the products go, then deletes a category. */
export function DeleteCategory({ category, tree, onClose }: DeleteCategoryProps) {
  const { _id: id, version, name, slug, products, subcategories, parent } = category;
  const [productsTo, setProductsTo] = useState("");
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const others = tree
    .flatMap((top) => [
      { value: top._id, name: top.name },
      ...top.subcategories.map((sub) => ({ value: sub._id, name: `${top.name}, ${sub.name}` })),
    ])
    .filter(({ value }) => value !== id);
  if (subcategories > 0)
    return (
      <Dialog title={`Delete ${name}?`} onClose={onClose}>
        <p className="mb-3">It has subcategories. Please move or delete them first.</p>
        <div className="flex justify-end">
          <button type="button" className="button-quiet" onClick={onClose}>
            Close
          </button>
        </div>
      </Dialog>
    );
  return (
    <DialogForm
      title={`Delete ${name}?`}
      submit="Delete it"
      isDanger
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          await call("deleteCategory", { params: { id }, body: { version, productsTo: productsTo || null } });
          await navigate("/categories");
        })
      }
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        It leaves the menu, with its texts. /category/{slug}{" "}
        {products > 0 || parent !== null ? "redirects from now on" : "is not found any more"}. This can’t be undone.
      </p>
      {products > 0 && (
        <SelectField
          label={products === 1 ? "Its product goes to" : `Its ${products.toLocaleString("en-IN")} products go to`}
          value={productsTo}
          options={[{ value: "", name: "Please choose" }, ...others]}
          error={fieldMessage(error, "productsTo")}
          onChange={setProductsTo}
        />
      )}
    </DialogForm>
  );
}
