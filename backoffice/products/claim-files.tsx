import { useEffect, useState } from "react";
import type { ClaimProof } from "../../contract/admin/claim-proofs.ts";
import type { AdminProduct } from "../../contract/admin/products.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { upload } from "../api/upload.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";

type StoredClaim = AdminProduct["claims"][number];

/** The certificates of the stored claims as files, which shoppers never see. */
export function ClaimFiles({ product: { _id: id, claims } }: { product: AdminProduct }) {
  const mayEdit = useMay("edit_products");
  const [files, setFiles] = useState<readonly ClaimProof[] | null>(null);
  const { run, busy, error } = useAction();
  const { run: load, error: notLoaded } = useAction();
  // A claim that is removed takes its file with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when other claims are stored
  useEffect(() => {
    if (mayEdit) void load(async () => setFiles(await call("listClaimProofs", { params: { id } })));
  }, [id, JSON.stringify(claims), mayEdit]);
  if (!mayEdit) return null;

  const add = ({ body, number }: StoredClaim, file: File) =>
    void run(async () => setFiles(await upload("addClaimProof", file, () => {}, { id, texts: { body, number } })));
  return (
    <section aria-labelledby="claim-files" className="panel mt-4 grid gap-3 p-4">
      <h2 id="claim-files">Certificates</h2>
      <p className="text-bark text-small">
        A PDF or a picture of up to 8 MB for each stored claim. Only staff that edits products can open it.
      </p>
      {claims.length === 0 && <p className="text-bark">Save a claim first.</p>}
      <ul className="grid gap-3">
        {claims.map((claim) => {
          const file = files?.find(({ body, number }) => body === claim.body && number === claim.number);
          const name = `${claim.claim}, ${claim.number}`;
          return (
            <li key={`${claim.claim} ${claim.body} ${claim.number}`} className="grid gap-1 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              {file && (
                <span>
                  <a href={`/admin/api/products/${id}/claim-proofs/${file._id}/file`} download className="text-link">
                    {file.fileName}
                  </a>
                  <span className="block text-bark text-small">
                    {Math.ceil(file.bytes / 1024).toLocaleString("en-IN")} KB, {file.by}, {formatDateTime(file.at)}
                  </span>
                </span>
              )}
              <span className="flex flex-wrap gap-2">
                <label className="button-quiet focus-within:outline-2 focus-within:outline-leaf">
                  {file ? "Replace" : "Add the certificate"}
                  <span className="sr-only">: {name}</span>
                  <input
                    type="file"
                    accept="application/pdf,image/jpeg,image/png,image/webp,image/avif"
                    className="sr-only"
                    disabled={busy || files === null}
                    onChange={(event) => {
                      const chosen = event.target.files?.[0];
                      event.target.value = "";
                      if (chosen) add(claim, chosen);
                    }}
                  />
                </label>
                {file && (
                  <Button
                    type="button"
                    className="button-quiet"
                    disabled={busy}
                    onClick={() =>
                      void run(async () =>
                        setFiles(await call("deleteClaimProof", { params: { id, proof: file._id } })),
                      )
                    }
                  >
                    Delete<span className="sr-only">: {name}</span>
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {busy && <p role="status">One moment…</p>}
      <Problem error={error ?? notLoaded} otherwise={error?.errors[0]?.message} />
    </section>
  );
}
