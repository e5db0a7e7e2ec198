import { redirect } from "react-router";
import { untilReachable } from "../../contract/page-code.ts";
import { RequestError } from "../api/client.ts";

/** Loads a page's data, offline once there is a connection; without a session it redirects to the sign-in, which returns to the page. */
export async function load<T>(request: Request, read: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) await untilReachable();
  try {
    return await read();
  } catch (error) {
    if (error instanceof RequestError && error.code === "unauthorized") throw redirect(signInPath(request.url));
    throw error;
  }
}

/** What a page is about, for when it does not exist. */
export interface Subject {
  /** "dispute" */
  what: string;
  /** The path of the list of them, and the text of the link to it. */
  list: string;
  link: string;
  why?: string;
}

/** Thrown for a page about something that does not exist. */
export class SubjectMissing extends Error {
  readonly subject: Subject;

  constructor(subject: Subject) {
    super(`There is no such ${subject.what}.`);
    this.subject = subject;
  }
}

/** As `load`, for a page about one thing. @throws SubjectMissing */
export const loadOne = <T>(request: Request, subject: Subject, read: () => Promise<T>): Promise<T> =>
  load(request, () =>
    read().catch((error: unknown) => {
      if (error instanceof RequestError && (error.code === "not_found" || error.code === "bad_request"))
        throw new SubjectMissing(subject);
      throw error;
    }),
  );

/** @param url of the page that needs the session */
function signInPath(url: string): string {
  const { pathname, search } = new URL(url);
  const to = pathname.replace(/^\/admin/, "") + search;
  return to === "/" || to === "" ? "/sign-in" : `/sign-in?${new URLSearchParams({ to })}`;
}
