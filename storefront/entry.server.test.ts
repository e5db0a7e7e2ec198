import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import * as entry from "./entry.server.tsx";

afterEach(() => vi.restoreAllMocks());

it("an error of the router goes to the server's log, not to the console", async () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const failure = new Error("the loader failed");
  const loader = () => {
    throw failure;
  };
  const build = {
    entry: { module: entry },
    routes: { x: { id: "x", path: "x", module: { loader } } },
    future: {},
    prerender: [],
    routeDiscovery: { mode: "initial" },
    ssr: true,
  };
  const handle = createRequestHandler(build as unknown as ServerBuild, "production");
  const logged: unknown[] = [];
  const context = new RouterContextProvider();
  const onError = (error: unknown) => void logged.push(error);
  context.set(entry.apiContext, { callInProcess: vi.fn(), scriptNonce: "", onHtml: vi.fn(), onError });
  await handle(new Request("http://localhost/x"), context);
  expect(logged).toEqual([failure]);
  expect(printed).not.toHaveBeenCalled();
});
