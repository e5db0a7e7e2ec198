import { useState } from "react";
import { useRevalidator } from "react-router";
import {
  type AdminCampaign,
  type CampaignFields,
  type CampaignProduct,
  MAX_CAMPAIGN_BODY,
} from "../../contract/admin/campaigns.ts";
import { call, RequestError } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { Preview, usePreview } from "./campaign-preview.tsx";
import { CampaignProducts } from "./campaign-products.tsx";
import { SendForm } from "./send-form.tsx";

const LABELS = {
  subject: "Subject",
  preview: "Preview line",
  body: "Text",
  action: "Button",
  link: "Link of the button",
  products: "Products to show",
} as const;

/** Edits a draft beside its preview. Unsaved input is kept until it is saved. */
export function CampaignEditor({ campaign }: { campaign: AdminCampaign }) {
  const { _id: id, version, changedBy } = campaign;
  const { subject, preview, body, action, link } = campaign;
  // Includes the titles, so that a draft can show them.
  const products = JSON.stringify(
    campaign.products.map((slug) => campaign.productTitles.find((one) => one.slug === slug) ?? { slug, title: slug }),
  );
  const draft = useFormDraft(`campaign ${id}`, { subject, preview, body, action, link, products }, version);
  const { values } = draft;
  const chosen = JSON.parse(values.products) as CampaignProduct[];
  const fields: CampaignFields = { ...values, products: chosen.map(({ slug }) => slug) };
  const rendered = usePreview(fields);
  const [message, setMessage] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const isChanged = draft.changed.length > 0;
  const isStale = isChanged && draft.version !== version;
  /** Returns the error of the last request, else what the preview says about a field that is not empty. */
  const problemOf = (field: keyof typeof LABELS) =>
    fieldMessage(error, field) ??
    (values[field] === "" || values[field] === "[]"
      ? undefined
      : rendered.preview?.problems.find((problem) => problem.field === field)?.message);
  const input = (field: "subject" | "preview" | "action" | "link") => ({
    label: LABELS[field],
    value: values[field],
    error: problemOf(field),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => draft.set(field, event.target.value),
  });

  const save = () =>
    run(async () => {
      const changed = Object.fromEntries(draft.changed.map((field) => [field, fields[field as keyof CampaignFields]]));
      try {
        await call("changeCampaign", { params: { id }, body: { version: draft.version, ...changed } });
        draft.discard();
        setMessage("Saved.");
      } catch (failure) {
        if (failure instanceof RequestError && failure.code === "conflict") await revalidate();
        throw failure;
      }
      await revalidate();
    });

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 2xl:grid-cols-[minmax(0,1fr)_42rem]">
      <div className="grid min-w-0 gap-4">
        <form
          noValidate
          className="panel grid min-w-0 gap-3 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            setMessage("");
            void save();
          }}
        >
          {isStale && (
            <ConflictBar
              message={`${changedBy} has changed this campaign meanwhile.`}
              fields={draft.conflicts.map((field) => ({
                name: field,
                label: LABELS[field as keyof typeof LABELS],
                theirs: shown(field, { subject, preview, body, action, link, products }),
                mine: shown(field, values),
              }))}
              onResolve={draft.rebase}
            />
          )}
          <Field {...input("subject")} />
          <Field {...input("preview")} hint="Shown in the inbox after the subject." />
          <TextArea
            label={LABELS.body}
            rows={14}
            maxLength={MAX_CAMPAIGN_BODY}
            value={values.body}
            error={problemOf("body")}
            onChange={(event) => draft.set("body", event.target.value)}
          />
          <p className="text-bark text-small">
            A heading begins with ##, a point with a hyphen; an empty line ends a paragraph. Names in braces, such as{" "}
            {"{SHOP_NAME}"}, stand for settings.
          </p>
          <CampaignProducts
            chosen={chosen}
            error={problemOf("products")}
            onChange={(next) => draft.set("products", JSON.stringify(next))}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field {...input("action")} hint="Such as “See the new batch”." />
            <Field {...input("link")} hint="Such as /bestsellers." />
          </div>
          <Problem error={error} />
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" className="button-primary" disabled={busy || !isChanged || isStale}>
              Save
            </button>
            <button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const { to } = await call("testCampaign", { body: fields });
                  setMessage(`A test is on its way to ${to}.`);
                })
              }
            >
              Send a test to me
            </button>
            {isChanged && (
              <button type="button" className="button-quiet" onClick={draft.discard}>
                Discard changes
              </button>
            )}
            <p role="status" className="wrap-anywhere text-bark">
              {message}
            </p>
          </div>
        </form>
        <SendForm campaign={campaign} isChanged={isChanged} />
      </div>
      <Preview {...rendered} />
    </div>
  );
}

const shown = (field: string, values: Readonly<Record<string, string>>) =>
  field === "products"
    ? (JSON.parse(values.products ?? "[]") as CampaignProduct[]).map(({ title }) => title).join(", ")
    : (values[field] ?? "");
