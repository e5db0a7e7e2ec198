/**
 * What the built scripts use that a supported browser lacks, dependencies included. Without types a member is known by its name alone, so it
 * counts if everything of that name is lacking; `sourceUses` judges the shop's own code by type.
 */

import { parseSync } from "vite";
import { type ScriptFeature, scriptFeatures } from "./compat-data.ts";
import { regularExpressionFeatures } from "./regular-expressions.ts";

interface SyntaxNode {
  type: string;
  [key: string]: unknown;
}

/** Returns the lacking features of a built script, each once, with the browsers. */
export function scriptUses(fileName: string, code: string): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const use = (features: readonly ScriptFeature[]) => {
    const [first] = features;
    if (first && features.every(({ lacking }) => lacking.length > 0)) uses.set(first.id, first.lacking);
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "MemberExpression" && node.computed === false) {
      const object = node.object as SyntaxNode;
      const all = scriptFeatures.get(nameOf(node.property)) ?? [];
      const owned =
        object.type === "Identifier" ? all.filter(({ owner, isStatic }) => isStatic && owner === object.name) : [];
      use(owned.length > 0 ? owned : all.filter(({ isStatic }) => !isStatic).filter(isOfEveryday));
    }
    if ((node.type === "CallExpression" || node.type === "NewExpression") && isName(node.callee))
      use((scriptFeatures.get(nameOf(node.callee)) ?? []).filter(({ owner }) => owner === ""));
    if (node.type === "Literal")
      for (const { feature, lacking } of regularExpressionFeatures(String(node.raw))) uses.set(feature, lacking);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseSync(fileName, code).program as unknown as SyntaxNode);
  return uses;
}

/** The classes whose members a page's code calls; names of rarer ones, such as those of WebGPU, are also names of own properties. */
const isOfEveryday = ({ owner }: ScriptFeature): boolean =>
  /^(Array|TypedArray|ArrayBuffer|Iterator|Map|Set|WeakMap|String|RegExp|Promise|Date|Document|Element|HTML(Input|Form|Dialog|Image|Link|Select|TextArea|Details)?Element|Node|Window|Navigator|AbortSignal|Event|EventTarget|URL|URLSearchParams|FormData|Headers|Request|Response|Blob|Scheduler|History|Navigation|IntersectionObserverEntry|)$/.test(
    owner,
  );

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
const isName = (value: unknown): boolean => isNode(value) && value.type === "Identifier";
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name) : "");
