import { useLocation, useNavigate } from "react-router";
import { SIZE_PARAM, sizeParam } from "../../contract/catalogue/product-path.ts";
import type { Product, Variant } from "../../contract/catalogue/schemas.ts";

/**
 * Returns the chosen size of a product: the one in the URL (`?size=10-ml`), else the one that lists show. A URL that names a sold-out size
 * shows it, as feeds and structured data say of that URL.
 */
export function useSize({ variants, shownSize }: Pick<Product, "variants" | "shownSize">) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const usual = variants.find(({ _id }) => _id === shownSize.variant_id);
  const named = new URLSearchParams(search).get(SIZE_PARAM);
  const size = variants.find(({ label }) => sizeParam(label) === named) ?? usual;

  const choose = ({ label }: Variant) => {
    const params = new URLSearchParams(search);
    if (label === usual?.label) params.delete(SIZE_PARAM);
    else params.set(SIZE_PARAM, sizeParam(label));
    const options = { replace: true, preventScrollReset: true, state: { ...state, staysOnPage: true } };
    void navigate({ search: params.toString() }, options);
  };
  return { size, choose };
}
