import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import type { AdminCategory, CategoryTree } from "../../contract/admin/categories.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { useLatest } from "../shared/use-latest.ts";
import { CategoryForm } from "./category-form.tsx";
import { DeleteCategory } from "./delete-category.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "category", list: "/categories", link: "All categories" }, async () => {
    const id = params.id ?? "";
    const [category, tree] = await Promise.all([
      call("readAdminCategory", { params: { id } }),
      call("listAdminCategories", {}),
    ]);
    return { category, tree };
  });

export default function CategoryPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Category key={loaded.category._id} loaded={loaded.category} tree={loaded.tree} />;
}

function Category({ loaded, tree }: { loaded: AdminCategory; tree: CategoryTree }) {
  const [category, setCategory] = useLatest(loaded);
  const [isDeleting, setIsDeleting] = useState(false);
  const mayEdit = useMay("edit_products");
  const { name, slug, products, formerSlugs } = category;
  return (
    <>
      <title>{name}</title>
      <BackLink to="/categories">Categories</BackLink>
      <PageHead title={name}>
        <a href={`/category/${slug}`} className="button-quiet">
          Show in the shop
        </a>
        {mayEdit && (
          <button type="button" className="button-danger" onClick={() => setIsDeleting(true)}>
            Delete
          </button>
        )}
      </PageHead>
      <p className="mb-3">
        <Link to={`/products?category=${slug}`} className="text-link py-1">
          {products.toLocaleString("en-IN")} {products === 1 ? "product" : "products"}
        </Link>
      </p>
      <CategoryForm category={category} tree={tree} onChanged={setCategory} />
      {formerSlugs.length > 0 && (
        <p className="mt-3 wrap-anywhere text-bark">
          These URLs redirect here: {formerSlugs.map((former) => `/category/${former}`).join(", ")}
        </p>
      )}
      {isDeleting && <DeleteCategory category={category} tree={tree} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
