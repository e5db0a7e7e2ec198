import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import { sizeParam } from "../shared/product/product-path.ts";

const PARAM = "size";

/**
 * Returns the chosen size of a product: the one in the URL (`?size=10-ml`), else the first in stock. Pages are cached without the
 * parameter, so it is read after hydration.
 */
export function useSize({ variants, variant_id }: Pick<Product, "variants" | "variant_id">) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);

  const usual = usualSize(variants, variant_id);
  const named = hydrated ? new URLSearchParams(search).get(PARAM) : null;
  const size =
    variants.find(({ label, availability }) => sizeParam(label) === named && isAvailable(availability)) ?? usual;

  const choose = ({ label }: Variant) => {
    const params = new URLSearchParams(search);
    if (label === usual?.label) params.delete(PARAM);
    else params.set(PARAM, sizeParam(label));
    const options = { replace: true, preventScrollReset: true, state: { ...state, staysOnPage: true } };
    void navigate({ search: params.toString() }, options);
  };
  return { size, choose };
}

function usualSize(variants: readonly Variant[], firstId: string): Variant | undefined {
  const first = variants.find(({ _id }) => _id === firstId);
  if (first && isAvailable(first.availability)) return first;
  return variants.find(({ availability }) => isAvailable(availability)) ?? first;
}

const isAvailable = (availability: Variant["availability"]) => availability === "in_stock";
