import { PRODUCT_LIMITS } from "../../../../contract/catalogue/product-limits.ts";
import type { FieldError } from "../../../../contract/errors.ts";
import { ApiError } from "../../../base/errors.ts";

/** Makes "rose-of-kannauj" from "Rose of Kannauj", short enough to append a number; empty for a name without Latin letters and digits. */
export const slugFrom = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+|['’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, PRODUCT_LIMITS.slug - 8)
    .replace(/^-+|-+$/g, "");

/** Returns the slug, with a number if it is taken. @throws ApiError (409) */
export function firstFree(plain: string, taken: readonly string[], { field, message }: FieldError): string {
  if (!taken.includes(plain)) return plain;
  for (let number = 2; number < 1000; number++) if (!taken.includes(`${plain}-${number}`)) return `${plain}-${number}`;
  throw ApiError.ofField(field, message, "conflict");
}
