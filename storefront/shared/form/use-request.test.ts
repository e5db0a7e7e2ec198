import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { RequestError } from "../../api/request.ts";
import { useRequest } from "./use-request.ts";

type Start = ReturnType<typeof useRequest>["start"];

function Component({ onRender }: { onRender: (start: Start) => void }) {
  onRender(useRequest().start);
  return null;
}

/** The hook's `start`, as a component gets it. */
function renderStart(): Start {
  const onRender = vi.fn<(start: Start) => void>();
  renderToString(createElement(Component, { onRender }));
  return onRender.mock.calls[0]?.[0] as Start;
}

it("passes the response to onSuccess", async () => {
  const onSuccess = vi.fn();
  await renderStart()(async () => 7, { onSuccess });
  expect(onSuccess).toHaveBeenCalledExactlyOnceWith(7);
});

it("passes a failed request to onError", async () => {
  const onError = vi.fn();
  const error = new RequestError(0);
  await renderStart()(() => Promise.reject(error), { onError });
  expect(onError).toHaveBeenCalledExactlyOnceWith(error);
});

it("does not report a bug in onSuccess as a failed request, and can start again", async () => {
  const start = renderStart();
  const onError = vi.fn();
  const onSuccess = () => {
    throw new TypeError("a bug");
  };
  await expect(start(async () => {}, { onSuccess, onError })).rejects.toThrow("a bug");
  expect(onError).not.toHaveBeenCalled();
  await expect(start(async () => {}, { onSuccess })).rejects.toThrow("a bug");
});

it("ignores a second start while a request runs", async () => {
  const start = renderStart();
  const second = vi.fn(async () => {});
  const first = Promise.withResolvers<void>();
  const running = start(() => first.promise, {});
  await start(second, {});
  first.resolve();
  await running;
  expect(second).not.toHaveBeenCalled();
});
