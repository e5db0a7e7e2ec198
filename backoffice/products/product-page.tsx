import { useLoaderData, useParams, useSearchParams } from "react-router";
import type { AdminProduct } from "../../contract/admin/products.ts";
import { findAllergens } from "../../contract/catalogue/allergens.ts";
import { metaDescriptionOf } from "../../contract/catalogue/meta.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { hasFormDraft } from "../shared/form-draft.ts";
import { loadOne } from "../shared/load.ts";
import { SearchPreview } from "../shared/search-preview.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { useLatest } from "../shared/use-latest.ts";
import { ClaimFiles } from "./claim-files.tsx";
import { ClaimStates } from "./claim-states.tsx";
import { PictureForm } from "./picture-form.tsx";
import { PlannedPrices } from "./planned-prices.tsx";
import { ProductHead } from "./product-head.tsx";
import { productQuery } from "./product-query.ts";
import { type CategoryOption, SectionForm } from "./section-form.tsx";
import { draftKey, SECTIONS, type Section, sectionOf } from "./sections.ts";
import { SizesForm } from "./sizes-form.tsx";
import { TextPreview } from "./text-preview.tsx";

/** Reads the product. The URL's query is that of the list from which it was opened. */
export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "product", list: "/products", link: "Search the products" }, async () => {
    const id = params.id ?? "";
    const [product, categories] = await Promise.all([
      call("readAdminProduct", { params: { id } }),
      call("listProductCategories", {}),
    ]);
    return { product, categories };
  });

export default function ProductPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Product key={loaded.product._id} loaded={loaded.product} categories={loaded.categories} />;
}

function Product({ loaded, categories }: { loaded: AdminProduct; categories: readonly CategoryOption[] }) {
  const [product, setProduct] = useLatest(loaded);
  const section = sectionOf(useParams().section);
  const query = productQuery.withoutPage(useSearchParams()[0]);
  return (
    <>
      <title>{`${product.title} · ${section.name}`}</title>
      <BackLink to={`/products${query}`}>Products</BackLink>
      <ProductHead product={product} onChanged={setProduct} />
      <Tabs
        label="Sections of the product"
        tabs={SECTIONS.map((one) => ({
          name: hasFormDraft(draftKey(product._id, one.path)) ? `${one.name} (not saved)` : one.name,
          to: `/products/${product._id}/${one.path}${query}`,
          isCurrent: one.path === section.path,
        }))}
      />
      <SectionOf
        key={section.path}
        section={section}
        product={product}
        categories={categories}
        onChanged={setProduct}
      />
    </>
  );
}

interface SectionProps {
  section: Section;
  product: AdminProduct;
  categories: readonly CategoryOption[];
  onChanged: (product: AdminProduct) => void;
}

function SectionOf(form: SectionProps) {
  const { section, product, onChanged } = form;
  switch (section.path) {
    case "sizes":
      return <SizesForm product={product} onChanged={onChanged} />;
    case "dates":
      return <PlannedPrices product={product} onChanged={onChanged} />;
    case "pictures":
      return <PictureForm product={product} onChanged={onChanged} />;
    case "texts":
      return <SectionForm {...form} aside={(values) => <TextPreview values={values} />} />;
    case "search-engines":
      return (
        <SectionForm
          {...form}
          aside={({ slug, metaTitle, metaDescription }) => (
            <SearchPreview
              path={`/product/${slug}`}
              title={metaTitle || product.title}
              description={metaDescription || metaDescriptionOf(product.subTitle, product.description)}
              picture={product.images[0] ? "the first picture" : null}
            />
          )}
        />
      );
    case "claims":
      return (
        <>
          <SectionForm {...form} aside={(values) => <ClaimStates value={values.claims ?? "[]"} />} />
          <ClaimFiles product={product} />
        </>
      );
    case "ingredients":
      return (
        <SectionForm
          {...form}
          aside={(values, set) => (
            <Allergens
              ingredients={values.ingredients ?? ""}
              allergens={values.allergens ?? ""}
              onChange={(allergens) => set("allergens", allergens)}
            />
          )}
        />
      );
    default:
      return <SectionForm {...form} />;
  }
}

interface AllergensProps {
  ingredients: string;
  /** One per line. */
  allergens: string;
  onChange: (allergens: string) => void;
}

/** Suggests allergens that the ingredients name and the list of allergens lacks. */
function Allergens({ ingredients, allergens, onChange }: AllergensProps) {
  const listed = allergens.toLowerCase().split("\n");
  const missing = findAllergens(ingredients).filter((name) => !listed.includes(name.toLowerCase()));
  return (
    <section aria-labelledby="recognised" className="panel grid gap-2 p-4">
      <h2 id="recognised">Recognised allergens</h2>
      {missing.length === 0 ? (
        <p className="text-bark">The ingredients name no fragrance allergen that isn’t listed.</p>
      ) : (
        <>
          <p>The ingredients name these, which aren’t listed yet: {missing.join(", ")}.</p>
          <button
            type="button"
            className="button-quiet justify-self-start"
            onClick={() => onChange([...allergens.split("\n").filter(Boolean), ...missing].join("\n"))}
          >
            Add them
          </button>
        </>
      )}
      <p className="text-bark text-small">
        By the names of Annex III of the EU’s Cosmetics Regulation. Oils of plants count as themselves. Compare the list
        with the maker’s.
      </p>
    </section>
  );
}
