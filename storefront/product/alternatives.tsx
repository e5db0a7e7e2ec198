import { Link } from "react-router";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { Price, SizeLine } from "../shared/product/price.tsx";

const SHOWN = 3;

/** What to take instead of a product that is sold out; a tablet has room for two. */
export function Alternatives({ product }: { product: Product }) {
  const others = alternativesTo(product);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="meantime" className="col-span-2 mt-8 border-sand border-t pt-6 sm:order-last sm:mt-10">
      <h2 id="meantime" className="text-title">
        In the meantime
      </h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 sm:gap-8 lg:grid-cols-3 sm:max-lg:*:nth-3:hidden">
        {others.map((other) => (
          <li key={other._id}>
            <Link
              to={`/product/${other.slug}`}
              className="group grid grid-cols-[min(5rem,30%)_minmax(0,1fr)] items-center gap-4"
            >
              {other.images[0] && (
                <Picture
                  picture={other.images[0]}
                  alt=""
                  sizes="80px"
                  imageClassName="aspect-square w-full rounded-picture object-cover"
                />
              )}
              <div>
                <p className="font-display text-title leading-tight decoration-1 underline-offset-4 group-hover:underline">
                  {other.title}
                </p>
                <Price price={other.price} originalPrice={other.originalPrice} className="mt-1 text-small" />
                <SizeLine product={other} className="leading-5" />
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is in stock, first from the same category; without what is worn with the product, which Best paired with begins with. */
const alternativesTo = ({ similar_products, wearWith, category }: Product) =>
  similar_products
    .filter(({ slug, availability }) => availability === "in_stock" && !wearWith.some((worn) => worn.slug === slug))
    .sort((a, b) => Number(b.category === category) - Number(a.category === category))
    .slice(0, SHOWN);
