import type { WarningMessage } from "../responses.ts";
import type { AgentProduct } from "./agent-product.ts";

/** What the agent has to show beside a product in a list: its allergens. @param path JSONPath of the product in the response */
export function allergenDisclosure({ declarations }: AgentProduct, path: string): WarningMessage[] {
  if (declarations.allergens === null) return [];
  return [{ type: "warning", code: "allergens", path, content: declarations.allergens, presentation: "disclosure" }];
}

/** What it has to show beside a product that is looked at by itself: what its label states, too. */
export const disclosures = (one: AgentProduct, path: string): WarningMessage[] => [
  ...allergenDisclosure(one, path),
  {
    type: "warning",
    code: "label_declarations",
    path,
    content: one.declarations.label,
    presentation: "disclosure",
  },
];
