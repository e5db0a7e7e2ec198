import { useLoaderData, useNavigate } from "react-router";
import { NET_QUANTITY_UNITS } from "../../contract/catalogue/schemas.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { NotPermitted } from "../shared/error-page.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { load } from "../shared/load.ts";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => call("listProductCategories", {}));

const EMPTY = {
  title: "",
  category: "",
  netQuantity: "",
  netQuantityUnit: "ml",
  price: "",
  originalPrice: "",
  hsn: "",
  gstPercent: "18",
};
type Name = keyof typeof EMPTY;

/** Fields of the price and the taxes of the first size. */
const SIZE_FIELDS: readonly { name: Name; label: string; hint?: string }[] = [
  { name: "price", label: "Price (₹)" },
  { name: "originalPrice", label: "MRP (₹)", hint: "Empty: sold at its MRP." },
  {
    name: "hsn",
    label: "HSN code",
    hint: "4, 6 or 8 digits, such as 3303 for perfume. It can wait until you publish.",
  },
  {
    name: "gstPercent",
    label: "GST (%)",
    hint: "Perfume, attar and creams 18; soap in bars and hair oil 5. Ask your accountant.",
  },
];

/** Asks for the minimum that a product needs; the rest is written in its editor, before it is published. */
export default function NewProductPage() {
  return useMay("edit_products") ? <NewProductForm /> : <NotPermitted permission="edit_products" />;
}

function NewProductForm() {
  const categories = useLoaderData<typeof clientLoader>();
  const draft = useFormDraft<Record<Name, string>>("new product", EMPTY);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const { values } = draft;
  const message = (name: Name) => fieldMessage(error, name) ?? fieldMessage(error, `size.${name}`);

  async function create(): Promise<void> {
    await run(async () => {
      const product = await call("createProduct", {
        body: {
          title: values.title,
          category: values.category || (categories[0]?.slug ?? ""),
          size: {
            netQuantity: writtenNumber(values.netQuantity),
            netQuantityUnit: values.netQuantityUnit as (typeof NET_QUANTITY_UNITS)[number],
            price: writtenNumber(values.price),
            originalPrice: values.originalPrice.trim() === "" ? null : writtenNumber(values.originalPrice),
            hsn: values.hsn,
            gstPercent: writtenNumber(values.gstPercent),
          },
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
      <h1 className="mb-3">New product</h1>
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
            error={message("title")}
            autoComplete="off"
            onChange={(event) => draft.set("title", event.target.value)}
          />
          <SelectField
            label="Category"
            value={values.category || (categories[0]?.slug ?? "")}
            error={message("category")}
            onChange={(value) => draft.set("category", value)}
            options={categories.map(({ slug, name }) => ({ value: slug, name }))}
          />
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="mb-2 font-semibold">Its first size</legend>
            <Field
              label="Net quantity"
              value={values.netQuantity}
              error={message("netQuantity")}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => draft.set("netQuantity", event.target.value)}
            />
            <SelectField
              label="Unit"
              value={values.netQuantityUnit}
              error={message("netQuantityUnit")}
              onChange={(value) => draft.set("netQuantityUnit", value)}
              options={NET_QUANTITY_UNITS.map((unit) => ({ value: unit, name: unit }))}
            />
            {SIZE_FIELDS.map(({ name, label, hint }) => (
              <Field
                key={name}
                label={label}
                value={values[name]}
                error={message(name)}
                hint={hint}
                inputMode={name === "hsn" ? "numeric" : "decimal"}
                autoComplete="off"
                onChange={(event) => draft.set(name, event.target.value)}
              />
            ))}
          </fieldset>
          <Problem error={error} />
          <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
            Add the draft
          </Button>
        </form>
      )}
    </>
  );
}
