import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { apiContext } from "./api/api.ts";
import { ScriptNonce } from "./shared/script-nonce.ts";

export { apiContext } from "./api/api.ts";
export { pagePathOf } from "./page-path.ts";
export { setAssetsHost, withAssetsHost } from "./shared/assets-host.ts";

/** How long a page may take to render, in milliseconds. */
const RENDER_TIMEOUT_MS = 10_000;

/** Renders the whole page before sending it: it is cached, hashed and compressed as one unit. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { scriptNonce, onHtml, onError } = loadContext.get(apiContext);
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ScriptNonce value={scriptNonce}>
        <ServerRouter context={context} url={request.url} nonce={scriptNonce} />
      </ScriptNonce>,
      {
        nonce: scriptNonce,
        onAllReady() {
          const parts: Buffer[] = [];
          const collect = new Writable({
            write(part: Buffer, _encoding, done) {
              parts.push(part);
              done();
            },
            final(done) {
              clearTimeout(timer);
              headers.set("content-type", "text/html; charset=utf-8");
              onHtml(Buffer.concat(parts));
              resolve(new Response(null, { status: failed ? 500 : status, headers }));
              done();
            },
          });
          pipe(collect);
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          failed = true;
          onError(error);
        },
      },
    );
    const timer = setTimeout(() => abort(new Error("rendering took too long")), RENDER_TIMEOUT_MS);
  });
}

/** Passes on what the router would print to the console otherwise. */
export const handleError: HandleErrorFunction = (error, { context }) =>
  context.get(apiContext).onError(isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error);
