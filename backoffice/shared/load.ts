import { redirect } from "react-router";
import { RequestError } from "../api/client.ts";

/** Loads a page's data; without a session it redirects to the sign-in, which returns to the page. */
export async function load<T>(request: Request, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RequestError && error.code === "unauthorized") throw redirect(signInPath(request.url));
    throw error;
  }
}

/** As `load`, for a page about one thing; null if it does not exist. */
export const loadOne = <T>(request: Request, read: () => Promise<T>): Promise<T | null> =>
  load(request, () =>
    read().catch((error: unknown) => {
      if (error instanceof RequestError && (error.code === "not_found" || error.code === "bad_request")) return null;
      throw error;
    }),
  );

/** @param url of the page that needs the session */
export function signInPath(url: string): string {
  const { pathname, search } = new URL(url);
  const to = pathname.replace(/^\/admin/, "") + search;
  return to === "/" || to === "" ? "/sign-in" : `/sign-in?${new URLSearchParams({ to })}`;
}
