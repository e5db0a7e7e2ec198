import { Link, useLoaderData } from "react-router";
import type { ChangedOffer, OfferPage as Offer } from "../../contract/admin/offers.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useLatest } from "../shared/use-latest.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { bodyOf, chosenIn, type OfferField, type OfferValues } from "./offer-body.ts";
import { OfferFields } from "./offer-fields.tsx";
import { lossesOf } from "./offer-losses.ts";
import { OFFER_STATES } from "./offers-page.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "offer", list: "/offers", link: "Offers" }, () =>
    call("readOffer", { params: { id: params.id ?? "" } }),
  );

/** How a conflict names the fields. */
const LABELS: Readonly<Record<OfferField, string>> = {
  name: "Name",
  kind: "Kind",
  codes: "Codes",
  percent: "Percentage",
  amount: "Amount in rupees",
  buy: "Units to buy",
  free: "Free units",
  days: "Days",
  products: "Products",
  categories: "Categories",
  sets: "Sets",
  samples: "Samples",
  customers: "Customers",
  minimum: "Minimum in rupees",
  firstOrder: "Only a customer’s first order",
  from: "First day",
  until: "Last day",
  maxUses: "Maximum uses",
  maxUsesPerCustomer: "Maximum uses per customer",
};
const LISTS: readonly string[] = ["products", "categories", "sets", "samples"];

export default function EditOfferPage() {
  const offer = useLoaderData<typeof clientLoader>();
  return <EditOffer key={offer._id} loaded={offer} />;
}

function EditOffer({ loaded }: { loaded: Offer }) {
  const [offer, setOffer] = useLatest(loaded);
  const { _id: id, name, tab } = offer;
  return (
    <>
      <title>{`Edit ${name}`}</title>
      <BackLink to={`/offers/${id}`}>{name}</BackLink>
      <PageHead title={`Edit ${name}`} beside={<StateBadge of={OFFER_STATES[tab]} isLive />} />
      {tab === "ended" ? (
        <p>
          It has ended, so it can’t be changed.{" "}
          <Link to="/offers/new" className="text-link">
            Create a new offer
          </Link>
        </p>
      ) : (
        <OfferForm offer={offer} onChanged={setOffer} />
      )}
    </>
  );
}

function OfferForm({ offer, onChanged }: { offer: Offer; onChanged: (offer: Offer) => void }) {
  const { _id: id, version, tab, fields } = offer;
  const stored = storedValues(offer);
  const isRunning = tab === "running";
  const form = useVersionedForm<OfferValues>({
    draft: `offer ${id}`,
    stored,
    version,
    labels: LABELS,
    subject: "this offer",
    changedBy: offer.lastChange?.by,
    savedText: isRunning ? "Saved. New orders get it like this from now on." : "Saved.",
    shown: (name, value) =>
      LISTS.includes(name)
        ? chosenIn(value)
            .map((one) => one.name)
            .join(", ")
        : name === "firstOrder"
          ? value || "no"
          : value,
    async save({ values, changed, version }) {
      onChanged(await call("changeOffer", { params: { id }, body: { version, ...changesOf(values, changed) } }));
    },
  });
  const losses = isRunning ? lossesOf(stored, form.values) : [];
  return (
    <VersionedForm form={form} className="grid max-w-3xl gap-4">
      <OfferFields
        values={form.values}
        set={form.set}
        error={form.error}
        hasBegun={isRunning}
        hidesCustomers={fields.customers === null}
      />
      {losses.length > 0 && (
        <section aria-label="What shoppers lose" className="border-terracotta border-l-2 bg-paper p-3">
          <p role="status">
            The offer is running. From the moment you save, shoppers lose something; their carts say so before they pay.
            Orders that are placed keep what they were promised.
          </p>
          <ul className="mt-1 list-disc pl-5">
            {losses.map((loss) => (
              <li key={loss} className="wrap-anywhere">
                {loss}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Problem error={form.error} />
      <SaveButtons form={form} save={losses.length > 0 ? "Save all the same" : "Save"} />
    </VersionedForm>
  );
}

function storedValues({ kind, fields }: Offer): OfferValues {
  const { products, categories, sets, samples, codes, customers, firstOrder, ...values } = fields;
  const { name, percent, amount, buy, free, days, minimum, from, until, maxUses, maxUsesPerCustomer } = values;
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    name,
    kind,
    codes: codes.join(", "),
    percent: text(percent),
    amount: text(amount),
    buy: text(buy),
    free: text(free),
    days: text(days),
    products: JSON.stringify(products),
    categories: JSON.stringify(categories),
    sets: JSON.stringify(sets),
    samples: JSON.stringify(samples),
    customers: (customers ?? []).join(", "),
    minimum: text(minimum),
    firstOrder: firstOrder ? "yes" : "",
    from: from ?? "",
    until: until ?? "",
    maxUses: text(maxUses),
    maxUsesPerCustomer: text(maxUsesPerCustomer),
  };
}

/** Returns the changed fields; null removes one, and what is no number is sent as it is typed, for the server to reject. */
function changesOf(values: OfferValues, changed: readonly string[]) {
  const body: Readonly<Record<string, unknown>> = bodyOf(values);
  return Object.fromEntries(
    changed.map((name) => {
      const value = body[name];
      return [name, Number.isNaN(value) ? values[name as OfferField] : (value ?? null)];
    }),
  ) as Omit<ChangedOffer, "version">;
}
