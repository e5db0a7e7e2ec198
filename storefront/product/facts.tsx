import type { ReactNode } from "react";
import { declaredParties } from "../../contract/catalogue/declared-parties.ts";
import type { Claim, Product, Variant } from "../../contract/catalogue/schemas.ts";
import { unitPrice } from "../../contract/catalogue/unit-price.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { telUrl } from "../shared/tel-url.ts";
import { unbroken } from "../shared/unbroken.ts";
import { netQuantityText } from "./net-quantity.ts";

/**
 * Shows what a label must state, and allergens. The Legal Metrology (Packaged Commodities) Rules require manufacturer or importer,
 * MRP, net quantity, origin and consumer care.
 */
export function Facts({ product, size }: { product: Product; size: Variant | undefined }) {
  const shop = useShop();
  const { currencySymbol, phone, email, openingHours } = shop;
  const mrp = size ? (size.originalPrice ?? size.price) : (product.originalPrice ?? product.price);
  const perUnit = size && unitPrice(size.price, size.netQuantity);
  const facts = [
    ["Common name", product.commonName],
    // Also when it is the price, beside which nothing is struck through.
    ["MRP", `${formatMoney(mrp, currencySymbol)}, inclusive of all taxes`],
    ["Net quantity", product.setQuantity ?? netQuantityText(size?.netQuantity ?? product.netQuantity)],
    ["In the set", product.setContents.join(", ")],
    ["Unit price", perUnit && `${formatMoney(perUnit.rupees, currencySymbol)} per ${perUnit.unit}`],
    ["Concentration", product.concentration],
    ["Longevity", product.longevity],
    ["Sillage", product.sillage],
    ["Scent family", product.scentFamily],
    ["Country of origin", product.countryOfOrigin],
    ["Shelf life", product.shelfLifeMonths > 0 ? `${product.shelfLifeMonths} months` : null],
    ["SKU", size?.sku ?? product.sku],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const { ingredients, allergens, claims } = product;
  return (
    <section aria-labelledby="facts" className="grid gap-y-10 lg:contents">
      <div className="lg:border-sand lg:border-t">
        {/* Beside the accordion its heading is one of the accordion's. */}
        <h2 id="facts" className="text-quote lg:py-5 lg:text-title">
          Ingredients and facts
        </h2>
        {/* The last ones of a line fill it. */}
        <dl className="mt-5 flex flex-wrap gap-x-6 lg:mt-0 gap-y-4 text-compact leading-snug">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          {declaredParties(product, shop).map(([name, party]) => (
            <Fact key={name} name={name} isLong>
              {party}
            </Fact>
          ))}
          <Fact name="Consumer care" isLong>
            <a href={telUrl(phone)} className="text-link">
              {phone}
            </a>
            ,{" "}
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
            , {unbroken(openingHours)}
          </Fact>
        </dl>
      </div>
      {/* Across both columns, so that neither ends long before the other. */}
      <div className="grid gap-x-16 gap-y-8 empty:hidden sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:col-span-2 lg:border-control/45 lg:border-t lg:pt-6 xl:gap-x-24">
        {ingredients && (
          <div>
            <h3 className="eyebrow text-bark">Ingredients</h3>
            <p lang="la" className="mt-1.5 max-w-prose text-compact wrap-anywhere">
              {ingredients}
            </p>
          </div>
        )}
        {allergens.length + claims.length > 0 && (
          <div className="flex flex-col gap-6">
            {allergens.length > 0 && (
              <div>
                <h3 className="eyebrow text-bark">Contains these fragrance allergens</h3>
                <ul className="mt-2.5 flex flex-wrap gap-2">
                  {allergens.map((allergen) => (
                    <li key={allergen} className="rounded-full border border-control/45 px-3 py-1 text-small">
                      {allergen}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {claims.length > 0 && (
              <div>
                <h3 className="eyebrow text-bark">Certified</h3>
                <ul className="mt-2.5 flex flex-col gap-2 text-compact leading-snug">
                  {claims.map((claim) => (
                    <Certificate key={claim.claim + claim.number} claim={claim} />
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** Shows a claim, and who certifies it. */
function Certificate({ claim: { claim, body, number, validUntil, url } }: { claim: Claim }) {
  const certificate = `certificate ${number}`;
  return (
    <li className="wrap-anywhere">
      <strong className="font-semibold">{claim}</strong>, by {body},{" "}
      {url === "" ? (
        certificate
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="text-link">
          {certificate}
        </a>
      )}
      {validUntil && `, valid until ${formatCalendarDay(validUntil)}`}
    </li>
  );
}

function Fact({ name, isLong = false, children }: { name: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div
      className={`grow border-t border-control/45 pt-2 ${
        isLong ? "basis-full sm:max-lg:basis-[40%]" : "basis-[40%] sm:max-lg:basis-[30%]"
      }`}
    >
      <dt className="text-small text-bark">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
