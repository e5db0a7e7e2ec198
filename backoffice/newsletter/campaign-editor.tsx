import type { ReactNode } from "react";
import { useNavigate, useRevalidator } from "react-router";
import {
  type AdminCampaign,
  type CampaignFields,
  type CampaignProduct,
  MAX_CAMPAIGN_BODY,
} from "../../contract/admin/campaigns.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
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

/** The key of the unsaved input of a campaign; null for one that is not stored yet. */
export const campaignDraft = (id: string | null) => (id === null ? "campaign to create" : `campaign ${id}`);

const EMPTY = { subject: "", preview: "", body: "", action: "", link: "", products: "[]" };

function storedValues({ subject, preview, body, action, link, ...campaign }: AdminCampaign): typeof EMPTY {
  // Includes the titles, so that a draft can show them.
  const products = JSON.stringify(
    campaign.products.map((slug) => campaign.productTitles.find((one) => one.slug === slug) ?? { slug, title: slug }),
  );
  return { subject, preview, body, action, link, products };
}

interface CampaignEditorProps {
  /** Null for one that is created once it is saved. */
  campaign: AdminCampaign | null;
  /** What is below the form. */
  children?: ReactNode;
}

/** Edits a campaign that nobody has got, beside its preview. Unsaved input is kept until it is saved. */
export function CampaignEditor({ campaign, children }: CampaignEditorProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const form = useVersionedForm({
    draft: campaignDraft(campaign?._id ?? null),
    stored: campaign ? storedValues(campaign) : EMPTY,
    version: campaign?.version ?? 0,
    labels: LABELS,
    subject: "this campaign",
    savedText: campaign?.state === "scheduled" ? "Saved. It goes out like this." : "Saved.",
    changedBy: campaign?.changedBy,
    shown,
    async save({ changed, version }) {
      const changes = Object.fromEntries(changed.map((name) => [name, fields[name as keyof CampaignFields]]));
      if (campaign) {
        await call("changeCampaign", { params: { id: campaign._id }, body: { version, ...changes } });
        return revalidate();
      }
      const { _id } = await call("createCampaign", { body: changes });
      announce("The campaign is saved as a draft.");
      await navigate(`/newsletter/${_id}`, { replace: true });
    },
  });
  const { values, set, run, busy, error } = form;
  const chosen = JSON.parse(values.products) as CampaignProduct[];
  const fields: CampaignFields = { ...values, products: chosen.map(({ slug }) => slug) };
  const rendered = usePreview(fields);
  /** Returns the error of the last request, else what the preview says about a field that is not empty. */
  const problemOf = (field: keyof typeof LABELS) =>
    fieldMessage(error, field) ??
    (values[field] === "" || values[field] === "[]"
      ? undefined
      : rendered.preview?.problems.find((problem) => problem.field === field)?.message);
  const input = (name: keyof typeof LABELS) => ({ ...form.field(name), error: problemOf(name) });

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 2xl:grid-cols-[minmax(0,1fr)_42rem]">
      <div className="grid min-w-0 gap-4">
        <VersionedForm form={form} className="panel grid min-w-0 gap-3 p-4">
          <Field {...input("subject")} />
          <Field {...input("preview")} hint="Shown in the inbox after the subject." />
          <TextArea {...input("body")} rows={14} maxLength={MAX_CAMPAIGN_BODY} />
          <p className="text-bark text-small">
            A heading begins with ##, a point with a hyphen; an empty line ends a paragraph. Names in braces, such as{" "}
            {"{SHOP_NAME}"}, stand for settings.
          </p>
          <CampaignProducts
            chosen={chosen}
            error={problemOf("products")}
            onChange={(next) => set("products", JSON.stringify(next))}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field {...input("action")} hint="Such as “See the new batch”." />
            <Field {...input("link")} hint="Such as /bestsellers." />
          </div>
          <Problem error={error} />
          <SaveButtons form={form}>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const { to } = await call("testCampaign", { body: fields });
                  form.say(`A test is on its way to ${to}.`);
                })
              }
            >
              Send a test to me
            </Button>
          </SaveButtons>
        </VersionedForm>
        {campaign?.state === "draft" && <SendForm campaign={campaign} isChanged={form.changed.length > 0} />}
        {children}
      </div>
      <Preview {...rendered} />
    </div>
  );
}

const shown = (name: string, value: string) =>
  name === "products" ? (JSON.parse(value) as CampaignProduct[]).map(({ title }) => title).join(", ") : value;
