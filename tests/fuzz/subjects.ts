/** What the shop has, read from its own lists, so that requests to the back office reach past "not found". */

import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";

/** Fields of a request that name an existing thing, and those that repeat what the sender has seen of it. */
export type Subject = Readonly<Record<string, unknown>>;

/** Maximum number of subjects of an operation. */
const MAX_SUBJECTS = 24;
const SEEN = ["version", "changedAt", "digest"];
/** Where things are listed that have no list at the path before their id: a path, and the list in its data. */
const LISTED_ELSEWHERE: Readonly<Record<string, readonly [path: string, list?: string]>> = {
  "/cash/orders/:number": ["/orders"],
  "/content/:name/versions/:version": ["/content/:name", "versions"],
  "/customers/:id/notes/:note": ["/customers/:id", "notes"],
  "/incidents/:id/notices/:notice": ["/incidents/:id", "notices"],
  "/orders/:number/parcels/:awb": ["/orders/:number", "shipments"],
  "/refunds/:number": ["/refunds/due"],
  "/reports/settlements/items/:id": ["/reports/settlements", "settlements"],
  "/sizes/:id": ["/products/1", "sizes"],
  "/price-changes/:id": ["/products/1", "sizes.0.priceChanges"],
  "/staff/invitations/:id": ["/staff", "invitations"],
};
const LISTS = new Set(
  Object.values<AdminEndpoint>(adminEndpoints).flatMap(({ method, path }) => (method === "GET" ? [path] : [])),
);

/** Reads the data of a path below `/admin/api` as an owner; null if there is none. */
export type Read = (path: string) => Promise<unknown>;

/** Returns the subjects of an operation of the back office: one that names nothing has one, without fields. */
export async function subjectsOf({ path }: AdminEndpoint, read: Read): Promise<Subject[]> {
  let subjects: Subject[] = [{}];
  for (const { 0: parameter, 1: name = "", index } of path.matchAll(/:(\w+)/g)) {
    const named = path.slice(0, index + parameter.length);
    const [from, list] = LISTED_ELSEWHERE[named] ?? [path.slice(0, index - 1)];
    if (!LISTED_ELSEWHERE[named] && !LISTS.has(from)) continue;
    const found = await Promise.all(
      subjects.map(async (subject) => {
        const things = listIn(await read(fill(from, subject)), list);
        return things.map((thing) => ({ ...seen(thing), ...subject, [name]: thing._id ?? thing[name] ?? thing.id }));
      }),
    );
    // The sample is used instead of what the shop lacks.
    if (found.flat().length > 0) subjects = found.flat().slice(0, MAX_SUBJECTS);
  }
  return subjects;
}

/** The subject with what its own page shows of it now. */
export async function current({ path }: AdminEndpoint, subject: Subject, read: Read): Promise<Subject> {
  const segments = path.split("/");
  for (let length = segments.length; length > 1; length--) {
    const page = segments.slice(0, length).join("/");
    if (LISTS.has(page)) return { ...subject, ...seen((await read(fill(page, subject))) ?? {}) };
  }
  return subject;
}

const fill = (path: string, subject: Subject) =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(subject[name] ?? "1")));

const seen = (thing: object): Subject =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => SEEN.includes(name)));

/** The list at this place of the data, by default the data or its first list. */
function listIn(data: unknown, place?: string): Record<string, unknown>[] {
  const found = place
    ? place.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], data)
    : [data, ...Object.values(data ?? {})].find(Array.isArray);
  return Array.isArray(found) ? found.filter((thing) => typeof thing === "object") : [];
}
