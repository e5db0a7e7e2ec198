import type { CategoryTree } from "../../contract/admin/categories.ts";

/** Lists the categories to which a category can be moved. */
export const parentOptions = (tree: CategoryTree, except?: string) => [
  { value: "", name: "The menu" },
  ...tree.filter(({ _id }) => _id !== except).map(({ _id, name }) => ({ value: _id, name })),
];
