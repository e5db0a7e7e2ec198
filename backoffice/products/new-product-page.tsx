import { useLoaderData, useNavigate } from "react-router";
import { PRODUCT_LIMITS } from "../../contract/catalogue/product-limits.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { NotPermitted } from "../shared/error-page.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { removed, replaced } from "../shared/list-edits.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { pictureUrl } from "../shared/picture-url.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { UploadList } from "../shared/upload-list.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useUploads } from "../shared/use-uploads.ts";
import { AddPictures } from "./add-pictures.tsx";
import { EMPTY_SIZE, type NewSize, NewSizeFields, nextSize, sizeBodyOf } from "./new-size.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => call("listProductCategories", {}));

interface NewPicture {
  path: string;
  alt: string;
}

const EMPTY = {
  title: "",
  category: "",
  countryOfOrigin: "",
  shelfLifeMonths: "",
  /** Lists as JSON: a draft has texts. */
  sizes: JSON.stringify([EMPTY_SIZE]),
  images: "[]",
};

/** Asks on one page for what a product is sold by: sizes with their stock, and pictures. Its texts are written in its editor. */
export default function NewProductPage() {
  return useMay("edit_products") ? <NewProductForm /> : <NotPermitted permission="edit_products" />;
}

function NewProductForm() {
  const categories = useLoaderData<typeof clientLoader>();
  const draft = useFormDraft<Record<keyof typeof EMPTY, string>>("new product", EMPTY);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const mayStock = useMay("adjust_stock");
  const { values } = draft;
  const sizes = JSON.parse(values.sizes) as NewSize[];
  const images = JSON.parse(values.images) as NewPicture[];
  const setSizes = (change: (latest: NewSize[]) => NewSize[]) =>
    draft.set("sizes", (latest) => JSON.stringify(change(JSON.parse(latest) as NewSize[])));
  const setImages = (change: (latest: NewPicture[]) => NewPicture[]) =>
    draft.set("images", (latest) => JSON.stringify(change(JSON.parse(latest) as NewPicture[])));
  const uploads = useUploads((path) => setImages((latest) => [...latest, { path, alt: "" }]), "uploadProductPicture");

  async function create(): Promise<void> {
    await run(async () => {
      const [size = EMPTY_SIZE, ...more] = sizes;
      const { countryOfOrigin, shelfLifeMonths } = values;
      const product = await call("createProduct", {
        body: {
          title: values.title,
          category: values.category || (categories[0]?.slug ?? ""),
          ...(countryOfOrigin.trim() !== "" && { countryOfOrigin }),
          ...(shelfLifeMonths.trim() !== "" && { shelfLifeMonths: writtenNumber(shelfLifeMonths) }),
          ...(images.length > 0 && { images }),
          size: sizeBodyOf(size),
          ...(more.length > 0 && { moreSizes: more.map(sizeBodyOf) }),
        },
      });
      draft.sent("The product has been created.");
      await navigate(`/products/${product._id}/texts`);
    });
  }
  return (
    <>
      <title>New product</title>
      <BackLink to="/products">Products</BackLink>
      <PageHead title="New product" />
      {categories.length === 0 ? (
        <Empty>Add a category first: every product is in one.</Empty>
      ) : (
        <form
          noValidate
          className="panel grid max-w-2xl gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <Field
            label="Title"
            value={values.title}
            error={fieldMessage(error, "title")}
            autoComplete="off"
            onChange={(event) => draft.set("title", event.target.value)}
          />
          <SelectField
            label="Category"
            value={values.category || (categories[0]?.slug ?? "")}
            error={fieldMessage(error, "category")}
            onChange={(value) => draft.set("category", value)}
            options={categories.map(({ slug, name }) => ({ value: slug, name }))}
          />
          {sizes.map((size, at) => {
            const place = at === 0 ? "size" : `moreSizes.${at - 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new size has no other name
              <fieldset key={at} className="grid gap-3 sm:grid-cols-2">
                <legend className="mb-2 font-semibold">{at === 0 ? "Its first size" : `Size ${at + 1}`}</legend>
                <NewSizeFields
                  size={size}
                  mayStock={mayStock}
                  message={(field) =>
                    fieldMessage(error, `${place}.${field}`) ??
                    // The size's name follows from its net quantity.
                    (field === "netQuantity" ? fieldMessage(error, `${place}.label`) : undefined)
                  }
                  onChange={(name, value) =>
                    setSizes((latest) => replaced(latest, at, { ...(latest[at] ?? size), [name]: value }))
                  }
                />
                {at > 0 && (
                  <button
                    type="button"
                    className="button-quiet justify-self-start"
                    onClick={() => setSizes((latest) => removed(latest, at))}
                  >
                    Remove size {at + 1}
                  </button>
                )}
              </fieldset>
            );
          })}
          {sizes.length < PRODUCT_LIMITS.sizes && (
            <button
              type="button"
              className="button-quiet justify-self-start"
              onClick={() => setSizes((latest) => [...latest, nextSize(latest.at(-1) ?? EMPTY_SIZE)])}
            >
              Add another size
            </button>
          )}
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="mb-2 font-semibold">What the law asks of a listing</legend>
            <Field
              label="Country of origin"
              value={values.countryOfOrigin}
              error={fieldMessage(error, "countryOfOrigin")}
              autoComplete="off"
              hint="It can wait until you publish."
              onChange={(event) => draft.set("countryOfOrigin", event.target.value)}
            />
            <Field
              label="Shelf life in months"
              value={values.shelfLifeMonths}
              error={fieldMessage(error, "shelfLifeMonths")}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => draft.set("shelfLifeMonths", event.target.value)}
            />
          </fieldset>
          <section aria-labelledby="pictures" className="grid gap-3">
            <h2 id="pictures">Pictures</h2>
            {images.length > 0 && (
              <ol className="grid gap-3 sm:grid-cols-2">
                {images.map(({ path, alt }, at) => (
                  <li key={path} className="grid content-start gap-2">
                    <img
                      src={pictureUrl(path, 480)}
                      alt={alt || "Not described yet"}
                      className="aspect-square w-full rounded-control bg-sand object-cover"
                    />
                    <Field
                      label={`Description of picture ${at + 1}`}
                      value={alt}
                      autoComplete="off"
                      error={fieldMessage(error, `images.${at}.alt`) ?? fieldMessage(error, `images.${at}.path`)}
                      onChange={(event) =>
                        setImages((latest) => replaced(latest, at, { path, alt: event.target.value }))
                      }
                    />
                    <button
                      type="button"
                      className="button-quiet justify-self-start"
                      onClick={() => setImages((latest) => removed(latest, at))}
                    >
                      Remove picture {at + 1}
                    </button>
                  </li>
                ))}
              </ol>
            )}
            <AddPictures uploads={uploads} count={images.length} />
            <UploadList uploads={uploads} />
          </section>
          <Problem error={error} />
          <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
            Add the draft
          </Button>
        </form>
      )}
    </>
  );
}
