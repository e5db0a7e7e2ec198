import { useId } from "react";
import { type CampaignProduct, MAX_CAMPAIGN_PRODUCTS } from "../../contract/admin/campaigns.ts";
import { call } from "../api/client.ts";
import { useSearch } from "../shared/use-search.ts";

interface CampaignProductsProps {
  chosen: readonly CampaignProduct[];
  error: string | undefined;
  onChange: (chosen: CampaignProduct[]) => void;
}

/** Edits the products in the email, in order; a search by words of their title finds more. */
export function CampaignProducts({ chosen, error, onChange }: CampaignProductsProps) {
  const { typed, setTyped, found, problem } = useSearch((q) => call("findCampaignProducts", { query: { q } }));
  const id = useId();
  const offered = found?.filter(({ slug }) => !chosen.some((product) => product.slug === slug));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Products to show</legend>
      <ol className="grid gap-1 empty:hidden">
        {chosen.map((product, at) => (
          <li key={product.slug} className="flex flex-wrap items-center gap-x-3 border border-sand px-3 py-1.5">
            <span className="wrap-anywhere min-w-0 flex-1">{product.title}</span>
            {at > 0 && (
              <button
                type="button"
                className="text-link py-1"
                onClick={() => onChange(chosen.toSpliced(at, 1).toSpliced(at - 1, 0, product))}
              >
                Up<span className="sr-only">: {product.title}</span>
              </button>
            )}
            <button type="button" className="text-link py-1" onClick={() => onChange(chosen.toSpliced(at, 1))}>
              Remove<span className="sr-only"> {product.title}</span>
            </button>
          </li>
        ))}
      </ol>
      {chosen.length < MAX_CAMPAIGN_PRODUCTS && (
        <>
          <label htmlFor={id} className="sr-only">
            Add a product
          </label>
          <input
            id={id}
            type="search"
            className="field"
            placeholder="Add a product by its title"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // Enter would submit the form.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
          <ul aria-label="Found products" className="grid gap-1 empty:hidden">
            {offered?.map((product) => (
              <li key={product.slug}>
                <button
                  type="button"
                  className="w-full rounded-sm px-2.5 py-2 text-left hover:bg-linen"
                  onClick={() => {
                    onChange([...chosen, product]);
                    setTyped("");
                  }}
                >
                  {product.title}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="text-bark text-small empty:hidden">
        {problem || (offered?.length === 0 ? "No other product in the shop has this name." : "")}
      </p>
      {error && (
        <p role="alert" className="text-small text-terracotta">
          {error}
        </p>
      )}
    </fieldset>
  );
}
