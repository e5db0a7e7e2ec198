/** The certificates of claims as files, which only staff sees. A file belongs to the claims with its body and number. */

import * as z from "zod/mini";
import { PRODUCT_LIMITS as MAX } from "../catalogue/product-limits.ts";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const claimProof = z.object({
  _id: z.string(),
  body: z.string(),
  number: z.string(),
  /** As it was uploaded. */
  fileName: z.string(),
  bytes: z.number(),
  by: z.string(),
  at: z.string(),
});
export type ClaimProof = z.infer<typeof claimProof>;

const id = rowId("id must be digits.");
const byId = z.object({ id });
const byProof = z.object({ id, proof: rowId("proof must be digits.") });
const EDIT = { tag: "Products", permission: "edit_products" } as const;

export const claimProofEndpoints = {
  listClaimProofs: {
    ...EDIT,
    method: "GET",
    path: "/products/:id/claim-proofs",
    summary: "The certificates of a product's claims that are stored as files",
    params: byId,
    errorStatuses: [404],
    response: responseOf(z.array(claimProof)),
  },
  addClaimProof: {
    ...EDIT,
    method: "POST",
    path: "/products/:id/claim-proofs",
    repeat: "key",
    summary: "Store the certificate of a stored claim, a PDF or a picture, in place of its earlier file",
    params: byId,
    body: z.object({
      body: textField({ max: MAX.claimBody, missing: "body is required.", error: "There is no such claim." }),
      number: textField({ max: MAX.claimNumber, missing: "number is required.", error: "There is no such claim." }),
    }),
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [404, 429],
    response: responseOf(z.array(claimProof)),
  },
  downloadClaimProof: {
    ...EDIT,
    method: "GET",
    path: "/products/:id/claim-proofs/:proof/file",
    summary: "The certificate, a PDF or a WebP picture",
    params: byProof,
    errorStatuses: [404],
    produces: "application/octet-stream",
  },
  deleteClaimProof: {
    ...EDIT,
    method: "DELETE",
    path: "/products/:id/claim-proofs/:proof",
    repeat: "seen",
    summary: "Delete the file of a certificate",
    params: byProof,
    errorStatuses: [404],
    response: responseOf(z.array(claimProof)),
  },
} as const satisfies Record<string, AdminEndpoint>;
