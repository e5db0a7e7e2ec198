/**
 * What the sources of the browser's programs use that a supported browser lacks. The compiler resolves each member to its class, which
 * tells `values().map(…)` of an iterator from that of an array.
 */

import { join, relative } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isCallExpression,
  isIdentifier,
  isJsxAttribute,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
} from "typescript/unstable/ast/is";
import { API, type Checker, type Symbol as TypeSymbol } from "typescript/unstable/sync";
import { type ScriptFeature, scriptFeatures } from "./compat-data.ts";
import { attributeFeature } from "./markup.ts";
import { regularExpressionFeatures } from "./regular-expressions.ts";

export interface Use {
  /** The feature, such as `AbortSignal.any`. */
  feature: string;
  /** The file, from the root of the project. */
  file: string;
  line: number;
  lacking: string[];
}

const ROOT = join(import.meta.dirname, "../..");
/** The compiler's declarations of the language and the browser. */
const DECLARED_BY_LIBRARY = /\/lib\.[\w.]+\.d\.ts$/;

/** Finds the uses in every source file of a TypeScript configuration, whose name is relative to the root. */
export function sourceUses(configuration: string): Use[] {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, configuration)] }).getProjects();
    if (!project) throw new Error(`${configuration} could not be read.`);
    return project.rootFiles.flatMap((file) => {
      const source = project.program.getSourceFile(file);
      return source ? usesOf(source, project.checker) : [];
    });
  } finally {
    api.close();
  }
}

/** A name in a source file, to be resolved. */
interface Named {
  node: Node;
  features: readonly ScriptFeature[];
  /** The expression before the dot, if it is a name. */
  object: string;
}

function usesOf(source: SourceFile, checker: Checker): Use[] {
  const uses: Use[] = [];
  const named: Named[] = [];
  const use = (node: Node, feature: string, lacking: string[]) => {
    if (lacking.length === 0) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    uses.push({ feature, file: relative(ROOT, source.fileName), line: line + 1, lacking });
  };
  const name = (node: Node, text: string, object: string) => {
    const features = scriptFeatures.get(text) ?? [];
    if (features.some(({ lacking }) => lacking.length > 0)) named.push({ node, features, object });
  };
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node)) {
      name(node.name, node.name.text, isIdentifier(node.expression) ? node.expression.text : "");
      if (isIdentifier(node.expression)) name(node.expression, node.expression.text, "");
    } else if ((isCallExpression(node) || isNewExpression(node)) && isIdentifier(node.expression)) {
      name(node.expression, node.expression.text, "");
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const [event] = node.arguments;
      if (node.expression.name.text === "addEventListener" && event && isStringLiteral(event))
        for (const { id, lacking } of allLacking(scriptFeatures.get(`${event.text}_event`) ?? []))
          use(event, id, lacking);
    }
    if (isJsxAttribute(node)) {
      const tag = node.parent.parent;
      const element = "tagName" in tag ? (tag.tagName as Node).getText(source) : "";
      const attribute = attributeFeature(element, node.name.getText(source));
      if (attribute) use(node, attribute.feature, attribute.lacking);
    }
    if (node.kind === SyntaxKind.RegularExpressionLiteral || isStringLiteral(node))
      for (const { feature, lacking } of regularExpressionFeatures(node.getText(source))) use(node, feature, lacking);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);

  const symbols = named.length === 0 ? [] : checker.getSymbolAtLocation(named.map(({ node }) => node));
  for (const [index, { node, features, object }] of named.entries()) {
    const meant = featuresMeant(features, symbols[index], object);
    for (const { id, lacking } of meant.slice(0, 1)) use(node, id, lacking);
  }
  return uses;
}

/** Returns the features that a name can be if a supported browser lacks them. */
function featuresMeant(
  features: readonly ScriptFeature[],
  symbol: TypeSymbol | undefined,
  object: string,
): ScriptFeature[] {
  // Without a type it can be any of this name.
  if (!symbol) return allLacking(features);
  const { declarations } = symbol;
  if (!declarations.some(({ path }) => DECLARED_BY_LIBRARY.test(path))) return [];
  const declared = symbol.getParent()?.name ?? "";
  // Static members belong to an unnamed type, or to one such as `PromiseConstructor`.
  const owners = [declared.replace(/^Readonly(?=Array|Map|Set)|Constructor$/, ""), object];
  if (declared === "IteratorObject" || declared === "ArrayIterator") owners.push("Iterator");
  if (declared === "" || declared === "globalThis") owners.push("");
  const owned = features.filter(({ owner }) => owners.includes(owner));
  // Mixins and base types of the browser have other names in the data.
  return owned.length > 0 ? owned.filter(({ lacking }) => lacking.length > 0) : allLacking(features);
}

const allLacking = (features: readonly ScriptFeature[]): ScriptFeature[] =>
  features.length > 0 && features.every(({ lacking }) => lacking.length > 0) ? [...features] : [];
