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

/** Returns the path of the sign-in. @param url of the page that needs the session */
export function signInPath(url: string): string {
  const { pathname, search } = new URL(url);
  const to = pathname.replace(/^\/admin/, "") + search;
  return to === "/" || to === "" ? "/sign-in" : `/sign-in?${new URLSearchParams({ to })}`;
}
