import { useLocation, useNavigate } from "react-router";
import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import { SIZE_PARAM, sizeParam } from "../shared/product/product-path.ts";

/**
 * Returns the chosen size of a product: the one in the URL (`?size=10-ml`), else the one that lists show.
 */
export function useSize({ variants, shownSize }: Pick<Product, "variants" | "shownSize">) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const usual = variants.find(({ _id }) => _id === shownSize.variant_id);
  const named = new URLSearchParams(search).get(SIZE_PARAM);
  const size =
    variants.find(({ label, availability }) => sizeParam(label) === named && isAvailable(availability)) ?? usual;

  const choose = ({ label }: Variant) => {
    const params = new URLSearchParams(search);
    if (label === usual?.label) params.delete(SIZE_PARAM);
    else params.set(SIZE_PARAM, sizeParam(label));
    const options = { replace: true, preventScrollReset: true, state: { ...state, staysOnPage: true } };
    void navigate({ search: params.toString() }, options);
  };
  return { size, choose };
}

const isAvailable = (availability: Variant["availability"]) => availability === "in_stock";
