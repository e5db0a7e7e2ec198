import { useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { AdminProduct } from "../../contract/admin/products.ts";
import type { ProductState } from "../../contract/catalogue/schemas.ts";
import { formatDateTime, fromIndianInput } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { MoreActions } from "../shared/more-actions.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { STATES } from "./product-table.tsx";

/** The section that contains each missing field. */
const SECTION_OF: Readonly<Record<string, string>> = {
  title: "texts",
  commonName: "legal",
  manufacturer: "legal",
  importer: "legal",
  countryOfOrigin: "legal",
  shelfLifeMonths: "legal",
  sizes: "sizes",
};

interface ProductHeadProps {
  product: AdminProduct;
  onChanged: (product: AdminProduct) => void;
}

/** Creates a preview link of the product, which can be shared and expires after half an hour. */
function PreviewButton({ id }: { id: string }) {
  const { run, busy, error } = useAction();
  const [link, setLink] = useState<{ path: string; until: string } | null>(null);
  if (link)
    return (
      <a href={link.path} target="_blank" rel="noreferrer" className="button-quiet">
        Open the preview, until {formatDateTime(link.until)}
      </a>
    );
  return (
    <>
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() => void run(async () => setLink(await call("previewAdminProduct", { params: { id } })))}
      >
        Create a preview link
      </Button>
      <Problem error={error} />
    </>
  );
}

/** Heads a product's page: its state, the actions on the whole product, and what it lacks to be published. */
export function ProductHead({ product, onChanged }: ProductHeadProps) {
  const { _id: id, version, state, publishAt, missing, gstWarnings, slug } = product;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const mayEdit = useMay("edit_products");
  const [undo, setUndo] = useState<ProductState | null>(null);
  const [isScheduling, setIsScheduling] = useState(false);

  async function change(next: ProductState, at?: string): Promise<void> {
    const isDone = await run(async () => {
      onChanged(
        await call("changeProductState", {
          params: { id },
          body: { version, state: next, ...(at !== undefined && { publishAt: at }) },
        }),
      );
      setIsScheduling(false);
    });
    if (isDone) setUndo(state === "scheduled" ? "draft" : state);
    else await revalidate();
  }
  const isPublic = state === "published";
  const hasNotes = gstWarnings.length > 0 || (!isPublic && missing.length > 0) || isScheduling || error !== null;
  return (
    <>
      <PageHead
        title={product.title}
        beside={<StateBadge of={STATES[state]} isLive />}
        about={[
          publishAt && `In the shop from ${formatDateTime(publishAt)}.`,
          product.lastChange && `Changed by ${product.lastChange.by}, ${formatDateTime(product.lastChange.at)}.`,
        ]
          .filter(Boolean)
          .join(" ")}
      >
        {isPublic ? (
          <a href={`/product/${slug}`} target="_blank" rel="noreferrer" className="button-quiet">
            Show in the shop
          </a>
        ) : (
          <PreviewButton id={id} />
        )}
        {mayEdit && (
          <>
            {undo && undo !== state && (
              <Button type="button" className="text-link py-1" disabled={busy} onClick={() => void change(undo)}>
                Undo: {STATES[undo].name.toLowerCase()} again
              </Button>
            )}
            <MoreActions>
              {(state === "draft" || state === "archived") && (
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={busy || missing.length > 0}
                  aria-expanded={isScheduling}
                  onClick={() => setIsScheduling(!isScheduling)}
                >
                  Publish later
                </Button>
              )}
              {state !== "draft" && (
                <Button type="button" className="button-quiet" disabled={busy} onClick={() => void change("draft")}>
                  Back to the drafts
                </Button>
              )}
              {state !== "archived" && (
                <Button type="button" className="button-quiet" disabled={busy} onClick={() => void change("archived")}>
                  Archive
                </Button>
              )}
              <Button
                type="button"
                className="button-quiet"
                disabled={busy}
                onClick={() =>
                  void run(async () => {
                    const copy = await call("duplicateProduct", { params: { id } });
                    await navigate(`/products/${copy._id}`);
                  })
                }
              >
                Duplicate
              </Button>
            </MoreActions>
            {!isPublic && (
              <Button
                type="button"
                className="button-primary"
                disabled={busy || missing.length > 0}
                onClick={() => void change("published")}
              >
                Publish
              </Button>
            )}
          </>
        )}
      </PageHead>
      {hasNotes && (
        <section aria-label="State" className="panel mb-4 grid gap-3 p-4">
          {gstWarnings.length > 0 && (
            <div>
              <p className="font-semibold">Please check with your accountant, since the GST portal may not take it:</p>
              <ul className="list-disc pl-5">
                {gstWarnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </div>
          )}
          {!isPublic && missing.length > 0 && (
            <div>
              <p className="font-semibold">Before it can be published, the law asks for:</p>
              <ul className="list-disc pl-5">
                {missing.map(({ field, message }) => (
                  <li key={message}>
                    {SECTION_OF[field] ? (
                      <Link to={`/products/${id}/${SECTION_OF[field]}`} className="text-link">
                        {message}
                      </Link>
                    ) : (
                      message
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {isScheduling && (
            <form
              noValidate
              className="flex flex-wrap items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                const at = String(new FormData(event.currentTarget).get("at") ?? "");
                void change("scheduled", at === "" ? "" : fromIndianInput(at));
              }}
            >
              <Field
                label="In the shop from (Indian time)"
                name="at"
                type="datetime-local"
                error={fieldMessage(error, "publishAt")}
              />
              <Button type="submit" className="button-primary" disabled={busy}>
                Schedule
              </Button>
            </form>
          )}
          <Problem error={error} otherwise={error?.errors.find(({ field }) => field !== "publishAt")?.message} />
        </section>
      )}
    </>
  );
}
