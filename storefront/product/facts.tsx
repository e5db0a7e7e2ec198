import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import { useShop } from "../shared/shop-context.ts";
import { netQuantityText } from "./buy-box/unit-price.ts";

/**
 * What a label must say, and allergens. Manufacturer, net quantity, origin and consumer care are required by the Legal Metrology (Packaged
 * Commodities) Rules.
 */
export function Facts({ product, size }: { product: Product; size: Variant | undefined }) {
  const { manufacturer } = useShop();
  const facts = [
    ["Net quantity", netQuantityText(size?.netQuantity ?? product.netQuantity)],
    ["Concentration", product.concentration],
    ["Longevity", product.longevity],
    ["Sillage", product.sillage],
    ["Scent family", product.scentFamily],
    ["Country of origin", product.countryOfOrigin],
    ["Shelf life", product.shelfLifeMonths > 0 ? `${product.shelfLifeMonths} months` : null],
    ["Manufactured by", manufacturer.join(", ")],
    ["SKU", size?.sku ?? product.sku],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <section aria-labelledby="facts" className="mt-16 bg-linen py-12 lg:mt-20 lg:py-16">
      <div className="container-page">
        <h2 id="facts" className="text-heading">
          Ingredients and facts
        </h2>
        <div className="mt-8 grid gap-x-20 gap-y-10 min-[900px]:grid-cols-2">
          <dl className="grid content-start border-t border-[#d3c3a8] text-[0.9375rem]">
            {facts.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[10rem_1fr] gap-4 border-b border-[#d3c3a8] py-2.5">
                <dt className="text-bark">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
            <ConsumerCare />
          </dl>
          {(product.ingredients || product.allergens.length > 0) && (
            <div className="flex flex-col gap-7">
              {product.ingredients && (
                <div>
                  <h3 className="eyebrow text-bark">Ingredients</h3>
                  <p className="mt-2.5 text-[0.9375rem] leading-relaxed wrap-anywhere">{product.ingredients}</p>
                </div>
              )}
              {product.allergens.length > 0 && (
                <div>
                  <h3 className="eyebrow text-bark">Contains these fragrance allergens</h3>
                  <ul className="mt-2.5 flex flex-wrap gap-2">
                    {product.allergens.map((allergen) => (
                      <li key={allergen} className="rounded-full border border-[#d3c3a8] px-3 py-1 text-small">
                        {allergen}
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function ConsumerCare() {
  const { phone, email, openingHours } = useShop();
  return (
    <div className="grid grid-cols-[10rem_1fr] gap-4 border-b border-[#d3c3a8] py-2.5">
      <dt className="text-bark">Consumer care</dt>
      <dd className="wrap-anywhere">
        <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className="text-link">
          {phone}
        </a>
        ,{" "}
        <a href={`mailto:${email}`} className="text-link">
          {email}
        </a>
        , {openingHours}
      </dd>
    </div>
  );
}
