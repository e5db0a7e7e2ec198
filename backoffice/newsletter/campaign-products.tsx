import { type CampaignProduct, MAX_CAMPAIGN_PRODUCTS } from "../../contract/admin/campaigns.ts";
import { call } from "../api/client.ts";
import { ChoicesField } from "../shared/choices-field.tsx";

interface CampaignProductsProps {
  chosen: readonly CampaignProduct[];
  error: string | undefined;
  onChange: (chosen: CampaignProduct[]) => void;
}

const toChoice = ({ slug, title }: CampaignProduct) => ({ value: slug, name: title });

/** Edits the products in the email, in order. */
export function CampaignProducts({ chosen, error, onChange }: CampaignProductsProps) {
  return (
    <ChoicesField
      label="Products to show"
      placeholder="Add a product by its title"
      chosen={chosen.map(toChoice)}
      onChange={(next) => onChange(next.map(({ value, name }) => ({ slug: value, title: name })))}
      find={async (q) => (await call("findCampaignProducts", { query: { q } })).map(toChoice)}
      max={MAX_CAMPAIGN_PRODUCTS}
      error={error}
      isOrdered
      none="No other product in the shop has this name."
    />
  );
}
