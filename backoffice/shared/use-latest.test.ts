import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isNewer, useLatest } from "./use-latest.ts";

it("a version is newer than a lower one of the same thing, and than nothing else", () => {
  expect(isNewer({ _id: "1", version: 7 }, { _id: "1", version: 5 })).toBe(true);
  expect(isNewer({ number: "KW-1", version: 2 }, { number: "KW-1", version: 1 })).toBe(true);
  expect(isNewer({ version: 2 }, { version: 1 })).toBe(true);
  expect(isNewer({ _id: "1", version: 5 }, { _id: "1", version: 5 })).toBe(false);
  expect(isNewer({ _id: "1", version: 7 }, { _id: "2", version: 5 })).toBe(false);
  expect(isNewer({ _id: "1" }, { _id: "1" })).toBe(false);
});

interface Order {
  number: string;
  version: number;
  about: string;
}
type Latest = ReturnType<typeof useLatest<Order>>;
const order = (version: number, about: string): Order => ({ number: "KW-1", version, about });

function Page({ readLoaded, onRender }: { readLoaded: () => Order; onRender: (latest: Latest) => void }) {
  onRender(useLatest(readLoaded()));
  return null;
}

/**
 * Shows a page on which one thing happens after each rendering, such as a response that arrives.
 * @returns what it shows at first and after each of them
 */
function shown(readLoaded: () => Order, happens: readonly ((latest: Latest) => void)[]): string[] {
  const texts: string[] = [];
  const onRender = (latest: Latest) => {
    texts.push(latest[0].about);
    happens[texts.length - 1]?.(latest);
  };
  renderToString(createElement(Page, { readLoaded, onRender }));
  return texts;
}

describe("what is read while a page is open", () => {
  const loaded = order(5, "loaded");

  it("replaces what is shown if its version is the same or newer", () => {
    const texts = shown(
      () => loaded,
      [([, , setRead]) => setRead(order(5, "read")), ([, , setRead]) => setRead(order(6, "read again"))],
    );
    expect(texts).toEqual(["loaded", "read", "read again"]);
  });

  it("is dropped if it arrives after a newer reading", () => {
    const texts = shown(
      () => loaded,
      [([, , setRead]) => setRead(order(7, "newer")), ([, , setRead]) => setRead(order(6, "late"))],
    );
    expect(texts).toEqual(["loaded", "newer", "newer"]);
  });

  it("is dropped if a change was made after it was asked for", () => {
    let asked: Latest[2] = () => {};
    const texts = shown(
      () => loaded,
      [
        ([, setLatest, setRead]) => {
          asked = setRead;
          setLatest(order(6, "changed"));
        },
        () => asked(order(5, "late")),
      ],
    );
    expect(texts).toEqual(["loaded", "changed", "changed"]);
  });

  it("does not replace a page that was loaded after it was asked for, unless it is newer", () => {
    let page = loaded;
    let asked: Latest[2] = () => {};
    const texts = shown(
      () => page,
      [
        ([, , setRead]) => {
          asked = setRead;
          page = order(7, "loaded again");
          setRead(order(5, "read"));
        },
        () => asked(order(6, "late")),
        () => asked(order(8, "newest")),
      ],
    );
    expect(texts).toEqual(["loaded", "loaded again", "loaded again", "newest"]);
  });
});
