import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../base/errors.ts";

/** No field is nested as deeply; code that walks through a body recursively would end with a RangeError. */
const MAX_DEPTH = 64;

/**
 * Parses bodies: JSON and multipart forms. An empty body of any content type counts as none.
 * @param uploads folder for files that are too large for memory
 */
export async function bodies(api: FastifyInstance, uploads: string): Promise<void> {
  api.decorate("uploads", uploads);
  const parse = api.getDefaultJsonParser("error", "error");
  api.removeContentTypeParser(["application/json", "text/plain"]);
  api.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    parse(request, String(text), (error, value) => {
      if (error) done(new ApiError("bad_request", "This is not readable JSON."));
      else if (isTooDeep(value)) done(new ApiError("bad_request", "This JSON is nested too deeply."));
      else done(null, value);
    });
  });
  await api.register(multipart, { throwFileSizeLimit: true });
}

/** Whether a value of JSON is nested more deeply than any field of the shop. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, MAX_DEPTH);

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
