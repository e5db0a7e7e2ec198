import { join } from "node:path";
import { type ESTree, type Plugin, parseAst } from "vite";

const RUNTIME = join(import.meta.dirname, "jsx-runtime.ts");

/**
 * Has storefront and back office follow what changes on a page that a browser translates: their JSX runtime is jsx-runtime.ts, and their
 * computed children are marked for it ([decision](../../docs/decisions/2026-11-29-translated-pages.md)).
 */
export const textChildren = (): Plugin => ({
  name: "text-children",
  apply: "build",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "react/jsx-runtime" && importer !== RUNTIME && !importer?.includes("/node_modules/") ? RUNTIME : null,
  transform: {
    filter: { id: /\.tsx$/ },
    handler: (code) => ({ code: markChanging(code), map: null }),
  },
});

/** Wraps each computed one of several children in `changing(…)`. Lines stay where they are. */
export function markChanging(code: string): string {
  const marks: { start: number; end: number }[] = [];
  const visit = (node: ESTree.Node) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const children = node.children.filter(isRendered);
      if (children.length > 1 && children.some(canBeText))
        for (const child of children)
          if (child.type === "JSXExpressionContainer" && child.expression.type !== "Literal")
            marks.push(child.expression);
    }
    for (const value of Object.values(node)) for (const inner of [value].flat()) if (isNode(inner)) visit(inner);
  };
  visit(parseAst(code, { lang: "tsx" }));
  if (marks.length === 0) return code;
  const inserts = marks.flatMap(({ start, end }) => [
    { at: start, text: "changingChild(" },
    { at: end, text: ")" },
  ]);
  let marked = code;
  // From the end, so that places before stay valid; at one place an inner mark closes first.
  for (const { at, text } of inserts.sort((a, b) => b.at - a.at))
    marked = marked.slice(0, at) + text + marked.slice(at);
  return `import { changing as changingChild } from ${JSON.stringify(RUNTIME)}; ${marked}`;
}

/** JSX leaves out line breaks with the white space around them, and comments. */
const isRendered = (child: ESTree.JSXChild) =>
  child.type === "JSXText"
    ? child.value.trim() !== "" || !child.value.includes("\n")
    : child.type !== "JSXExpressionContainer" || child.expression.type !== "JSXEmptyExpression";

/** Whether a child, or what it computes, can be a text, as far as its syntax tells. */
function canBeText(child: ESTree.Node): boolean {
  switch (child.type) {
    case "JSXExpressionContainer":
      return canBeText(child.expression);
    case "ParenthesizedExpression":
      return canBeText(child.expression);
    case "LogicalExpression":
      return canBeText(child.right) || (child.operator !== "&&" && canBeText(child.left));
    case "ConditionalExpression":
      return canBeText(child.consequent) || canBeText(child.alternate);
    case "CallExpression":
      return !(child.callee.type === "MemberExpression" && isNamed(child.callee.property, "map"));
    case "Identifier":
      return child.name !== "undefined";
    case "Literal":
      return child.value !== null;
    default:
      return child.type !== "JSXElement" && child.type !== "JSXFragment";
  }
}

const isNamed = (node: ESTree.Node, name: string) => node.type === "Identifier" && node.name === name;

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && typeof (value as ESTree.Node).type === "string";
