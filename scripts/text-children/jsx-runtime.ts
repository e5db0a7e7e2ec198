/**
 * React's JSX runtime, for pages that a browser translates. A translator replaces a text node by elements of its own: what React later writes
 * into that node nobody sees, and React can insert nothing before it. Only where a text is an element's one child, React replaces whatever is
 * there. So the texts of an element become one, and in an element of which something can change, each text beside elements has an element of
 * its own.
 */

import { jsxs as create, Fragment, jsx } from "react/jsx-runtime";

export { Fragment, jsx };

/** A child that can change. */
class Changing {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Marks a child that is computed. plugin.ts wraps each of several children in it. */
export const changing = (value: unknown): unknown => new Changing(value);

/** Creates an element of several children. A child keeps its place among them, by which React recognises it. */
export const jsxs: typeof create = (type, props, key) => {
  const { children } = props as { children: readonly unknown[] };
  return create(type, { ...(props as object), children: withoutLooseTexts(children) }, key);
};

function withoutLooseTexts(given: readonly unknown[]): unknown {
  const isChanging = given.some((child) => child instanceof Changing);
  const children = given.map((child) => (child instanceof Changing ? child.value : child));
  if (children.every((child) => isText(child) || isNothing(child))) return children.filter(isText).join("");
  let start = -1;
  const joined = children.map((child, at) => {
    if (isNothing(child)) return child;
    if (!isText(child)) {
      start = -1;
      return child;
    }
    if (start >= 0) return null;
    start = at;
    const end = children.findIndex((other, index) => index > at && !isText(other) && !isNothing(other));
    const text = children
      .slice(at, end < 0 ? undefined : end)
      .filter(isText)
      .join("");
    return isChanging && text !== "" ? jsx("span", { children: text }) : text;
  });
  return joined;
}

const isText = (child: unknown) => typeof child === "string" || typeof child === "number";
const isNothing = (child: unknown) => child === null || child === undefined || typeof child === "boolean";
