import { useNavigate, useSearchParams } from "react-router";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { productQuery } from "./product-query.ts";
import type { CategoryOption } from "./section-form.tsx";

/** Search and category of the product list, applied at once, and the active filters. */
export function ProductFilters({ categories }: { categories: readonly CategoryOption[] }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [q, category] = [search.get("q"), search.get("category")];
  return (
    <>
      <search className="mb-3 grid gap-2 md:flex md:flex-wrap">
        <SearchField
          label="Search products"
          placeholder="SKU or words of the title"
          queryFor={(typed) => productQuery.changed(search, { q: typed })}
        />
        <select
          aria-label="Category"
          className="field md:w-auto"
          value={category ?? ""}
          onChange={(event) => void navigate(productQuery.changed(search, { category: event.target.value }))}
        >
          <option value="">All categories</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </search>
      <FilterBadges
        filters={[
          q && { text: `“${q}”`, without: productQuery.changed(search, { q: undefined }) },
          category && {
            text: categories.find(({ slug }) => slug === category)?.name ?? category,
            without: productQuery.changed(search, { category: undefined }),
          },
        ]}
      />
    </>
  );
}
