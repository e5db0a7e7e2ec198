import { type ReactNode, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { contactMessage } from "../../contract/contact/schemas.ts";
import { QuantityStepper } from "../cart/quantity-stepper.tsx";
import { ProductCard } from "../product-card/product-card.tsx";
import { SkeletonCard } from "../product-card/skeleton-card.tsx";
import { Mark, Wordmark } from "../shared/brand.tsx";
import { EmptyShelf } from "../shared/empty-shelf.tsx";
import { EmptyState } from "../shared/empty-state.tsx";
import { Field, TextAreaField } from "../shared/form/field.tsx";
import { SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { PaymentMarks } from "../shared/payment-marks.tsx";
import { Price } from "../shared/product/price.tsx";
import { Stars } from "../shared/product/stars.tsx";
import { showSuccess } from "../shared/toasts/toasts.tsx";

/** Shows tokens, type, buttons, fields, cards and states, from the shop's own components, for developers who change its look. */
export function StylePage({ products }: { products: ProductSummary[] }) {
  const [quantity, setQuantity] = useState(1);
  return (
    <div className="container-page grid gap-section py-16">
      <header>
        <h1 className="text-display">Style</h1>
        <p className="mt-4 max-w-prose text-lead text-bark">
          What the shop is made of. Tokens are in storefront/styles/tokens.css; another brand replaces that file.
        </p>
      </header>
      <Part title="Brand">
        <div className="flex flex-wrap items-center gap-8 text-leaf">
          <Mark width="64" height="64" />
          <Wordmark className="text-heading!" />
          <PaymentMarks />
        </div>
      </Part>
      <Part title="Colours">
        <Swatches />
      </Part>
      <Part title="Type">
        <div className="grid gap-4">
          <p className="font-display text-display leading-none">Display: Perfume, grown in India</p>
          <p className="font-display text-heading leading-none">Heading: A flower from Ganjam</p>
          <p className="font-display text-quote">
            Quote: <em>Pandanus odoratissimus</em>, sweet as honey
          </p>
          <p className="font-display text-title">Title: Ingredients and facts</p>
          <p className="text-lead">Lead: distilled on the day it is picked</p>
          <p>
            Body: one spray is an evening, two is an entrance.{" "}
            <Link to="/products" className="text-link">
              All products
            </Link>
          </p>
          <p className="text-bark text-small">Small: Inclusive of all taxes</p>
          <p className="eyebrow text-leaf">Eyebrow: New batch</p>
        </div>
      </Part>
      <Part title="Buttons">
        <div className="flex flex-wrap gap-4">
          <button type="button" className="button-primary">
            Primary
          </button>
          <button type="button" className="button-primary" disabled>
            Waiting
          </button>
          <button type="button" className="button-quiet">
            Quiet
          </button>
          <button type="button" className="button-undo">
            Undo
          </button>
          <span className="bg-leaf-deep p-3">
            <button type="button" className="button-light">
              Light
            </button>
          </span>
          <button
            type="button"
            className="text-leaf text-link"
            onClick={() => showSuccess("A toast says what was done.", "style")}
          >
            Show a toast
          </button>
        </div>
      </Part>
      <Part title="Fields">
        <Fields />
        <div className="mt-6 flex flex-wrap items-center gap-8">
          <QuantityStepper quantity={quantity} max={3} maxReachedText="That is all." onChange={setQuantity} />
          <Price price={1299} originalPrice={1499} />
          <Stars rating={4.5} />
        </div>
      </Part>
      <Part title="Cards">
        <ul className="card-grid in-4">
          {products.map((product) => (
            <li key={product._id}>
              <ProductCard product={product} sizes="25vw" />
            </li>
          ))}
          <li>
            <SkeletonCard />
          </li>
        </ul>
      </Part>
      <Part title="Empty">
        <EmptyState drawing={<EmptyShelf />} title="Nothing here yet">
          A drawing, a sentence and a way on.
        </EmptyState>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`style-${title}`} className="border-sand border-t pt-6">
      <h2 id={`style-${title}`} className="mb-6 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Shows a form whose errors appear when it is submitted empty. */
function Fields() {
  const form = useForm({ schema: contactMessage, onSubmit: () => {} });
  return (
    <form {...form.props} className="grid max-w-xl gap-5 sm:grid-cols-2">
      <Field form={form} name="name" label="Name" />
      <Field form={form} name="email" label="Email" type="email" />
      <TextAreaField form={form} name="message" label="Message" rows={3} className="sm:col-span-2" />
      <div>
        <SubmitButton running={form.running}>Send</SubmitButton>
      </div>
    </form>
  );
}

function Swatches() {
  const colours = useSyncExternalStore(subscribeToNothing, readColours, () => "");
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
      {colours.split(" ").map((name) => (
        <li key={name} className="text-small">
          <span className="block h-20 border border-sand" style={{ background: `var(${name})` }} />
          {name.replace("--color-", "")}
        </li>
      ))}
    </ul>
  );
}

const subscribeToNothing = () => () => {};

/** Lists the colours of tokens.css that any part of the shop uses, separated by spaces. */
function readColours(): string {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const names = rules.flatMap((rule) => rule.cssText.match(/--color-[a-z-]+(?=:)/g) ?? []);
  return [...new Set(names)].sort().join(" ");
}
