/** The certificates of claims as files: only staff that edits products sees them. */

import { and, asc, eq, sql } from "drizzle-orm";
import type { ClaimProof } from "../../../../contract/admin/claim-proofs.ts";
import { beginningOf, cleanLine } from "../../../../contract/text.ts";
import { ApiError } from "../../../base/errors.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { claimProof, product } from "../../../platform/database/schema.ts";
import type { UploadedFile, UploadedOnDisk } from "../../../platform/http/multipart.ts";
import type { Staff } from "../../../platform/http/staff-sessions.ts";
import { remakePicture } from "../../../platform/media/uploaded-picture.ts";
import { consume, type Limit } from "../../../platform/rate-limits/limits.ts";
import { subjectOf } from "./edit-product.ts";

interface Deps {
  db: Database;
  actor: Staff;
  now: Date;
}

/** The longer side of a picture, in pixels: enough to read a certificate. */
const SIDE = 2400;
/** Of all certificates together. */
const MAX_BYTES = 500 * 1024 * 1024;
const uploadsOf = (memberId: number): Limit => ({
  key: `claim proofs ${memberId}`,
  limit: 60,
  windowSeconds: 3600,
});

/** @throws ApiError (404) */
export async function listClaimProofs(db: DatabaseOrTransaction, productId: number): Promise<ClaimProof[]> {
  if ((await db.$count(product, eq(product.id, productId))) === 0) throw noProduct();
  const rows = await db
    .select({
      id: claimProof.id,
      body: claimProof.body,
      number: claimProof.number,
      fileName: claimProof.fileName,
      bytes: claimProof.size,
      by: claimProof.author,
      at: claimProof.createdAt,
    })
    .from(claimProof)
    .where(eq(claimProof.productId, productId))
    .orderBy(asc(claimProof.id));
  return rows.map(({ id, at, ...row }) => ({ ...row, _id: String(id), at: at.toISOString() }));
}

/**
 * Stores the certificate of a stored claim, in place of its earlier file.
 * @throws ApiError (404), (409) if all of them take too much room, (413), (422) for what is no PDF or picture, (429), (503)
 */
export async function addClaimProof(
  { db, actor, now }: Deps,
  productId: number,
  { body, number }: { body: string; number: string },
  file: UploadedFile | UploadedOnDisk | undefined,
): Promise<ClaimProof[]> {
  if (!file || !("content" in file)) throw ApiError.ofField("file", "Please choose a PDF or a picture.");
  await consume(db, uploadsOf(actor.id), now);
  const isPdf = isWholePdf(file.content);
  const content = isPdf
    ? file.content
    : await remakePicture(
        file.content,
        { field: "file", notAPicture: "This is neither a PDF nor a picture. Please choose a PDF, JPEG, PNG or WebP." },
        (picture) => picture.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }),
      );
  return db.transaction(async (trx) => {
    // The claims stay as they are until the file is stored.
    const [row] = await trx
      .select({ claims: product.claims })
      .from(product)
      .where(eq(product.id, productId))
      .for("no key update");
    if (!row) throw noProduct();
    if (!row.claims.some((claim) => claim.body === body && claim.number === number))
      throw ApiError.ofField("number", "There is no stored claim with this certificate. Please save the claims first.");
    await requireRoom(trx, content.byteLength);
    const ofClaim = { productId, body, number };
    const values = {
      fileName: beginningOf(cleanLine(file.filename), 200) || "certificate",
      type: isPdf ? ("pdf" as const) : ("webp" as const),
      size: content.byteLength,
      content,
      author: actor.name,
      createdAt: now,
    };
    await trx
      .insert(claimProof)
      .values({ ...ofClaim, ...values })
      .onConflictDoUpdate({ target: [claimProof.productId, claimProof.body, claimProof.number], set: values });
    const after = { body, number, file: values.fileName, bytes: values.size };
    await recordAudit(trx, actor, { action: "product.proof_added", subject: subjectOf(productId), after }, now);
    return listClaimProofs(trx, productId);
  });
}

/** @throws ApiError (404) */
export async function readClaimProof(
  db: DatabaseOrTransaction,
  productId: number,
  id: number,
): Promise<{ type: "pdf" | "webp"; content: Buffer }> {
  const [row] = await db
    .select({ type: claimProof.type, content: claimProof.content })
    .from(claimProof)
    .where(and(eq(claimProof.id, id), eq(claimProof.productId, productId)));
  if (!row) throw noProof();
  return { type: row.type, content: Buffer.from(row.content) };
}

/** @throws ApiError (404) */
export function deleteClaimProof({ db, actor, now }: Deps, productId: number, id: number): Promise<ClaimProof[]> {
  return db.transaction(async (trx) => {
    const [row] = await trx
      .delete(claimProof)
      .where(and(eq(claimProof.id, id), eq(claimProof.productId, productId)))
      .returning({ body: claimProof.body, number: claimProof.number, file: claimProof.fileName });
    if (!row) throw noProof();
    await recordAudit(trx, actor, { action: "product.proof_deleted", subject: subjectOf(productId), before: row }, now);
    return listClaimProofs(trx, productId);
  });
}

async function requireRoom(trx: DatabaseOrTransaction, bytes: number): Promise<void> {
  const [stored] = await trx
    .select({ bytes: sql<number>`coalesce(sum(${claimProof.size}), 0)::float8` })
    .from(claimProof);
  if ((stored?.bytes ?? 0) + bytes > MAX_BYTES)
    throw ApiError.ofField("file", "The certificates take 500 MB already. Please delete some first.", "conflict");
}

/** By its content: the first and the last mark of every PDF. */
const isWholePdf = (content: Buffer): boolean =>
  content.toString("latin1", 0, 5) === "%PDF-" && content.subarray(-2048).includes("%%EOF");

const noProduct = () => new ApiError("not_found", "There is no such product.");
const noProof = () => new ApiError("not_found", "There is no such file. It may have been deleted.");
