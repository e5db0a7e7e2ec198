/** Campaigns: issues of the newsletter, as staff writes and sends them. Nothing counts who opens or clicks. */

import * as z from "zod/mini";
import { slug } from "../catalogue/schemas.ts";
import { CAMPAIGN_STATES } from "../contact/newsletter-states.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Maximum length in characters. */
export const MAX_CAMPAIGN_BODY = 20_000;
export const MAX_CAMPAIGN_PRODUCTS = 12;

const line = (max: number) => textField({ max, mayBeEmpty: true, error: `Please use at most ${max} characters.` });

/** A draft may lack any of them; `problems` says what must be there before it is sent. */
const fields = {
  subject: line(150),
  /** Shown in the inbox after the subject. */
  preview: line(200),
  /** Markdown: paragraphs, headings that begin with ##, and lists. */
  body: textField({
    max: MAX_CAMPAIGN_BODY,
    mayBeEmpty: true,
    multiline: true,
    error: `Please use at most ${MAX_CAMPAIGN_BODY} characters.`,
  }),
  /** The label of a button; `actionLink` is where it leads. */
  action: line(60),
  link: textField({
    max: 500,
    mayBeEmpty: true,
    pattern: /^(?:\/(?!\/)\S*|https:\/\/\S+)$/,
    error: "Please give a path of the shop, such as /bestsellers, or an address that begins with https://.",
  }),
  products: z
    .array(slug)
    .check(z.maxLength(MAX_CAMPAIGN_PRODUCTS, `Please choose at most ${MAX_CAMPAIGN_PRODUCTS} products.`)),
};
const campaignFields = z.object(fields);
export type CampaignFields = z.infer<typeof campaignFields>;

const listedCampaign = z.object({
  _id: z.string(),
  subject: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  scheduledAt: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  /** Subscribers whose email is queued or sent. */
  queued: z.number(),
  changedAt: z.string(),
  changedBy: z.string(),
});
export type ListedCampaign = z.infer<typeof listedCampaign>;

const campaignProduct = z.object({ slug: z.string(), title: z.string() });
export type CampaignProduct = z.infer<typeof campaignProduct>;

const campaign = z.object({
  ...listedCampaign.shape,
  ...responseFields(fields),
  /** The titles of its products. */
  productTitles: z.array(campaignProduct),
  version: z.number(),
  /** Who sent or scheduled it; empty for a draft. */
  author: z.string(),
  /** What must be corrected before it can be sent, by field. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Subscribers who would get it now. */
  subscribers: z.number(),
  sent: z.number(),
  /** Rejected by a mail server, or cut off so that nobody knows. */
  failed: z.number(),
  waiting: z.number(),
  /** Not sent, because the subscriber had unsubscribed meanwhile. */
  withheld: z.number(),
  /** How many of its recipients have unsubscribed since it began. */
  unsubscribed: z.number(),
});
export type AdminCampaign = z.infer<typeof campaign>;

const preview = z.object({
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  html: z.string(),
  text: z.string(),
});
export type CampaignPreview = z.infer<typeof preview>;

const version = z.int();
const byId = z.object({ id: rowId("id must be digits.") });
const OF_CAMPAIGNS = { tag: "Newsletter", permission: "send_newsletter" } as const;
const CHANGE = {
  ...OF_CAMPAIGNS,
  method: "POST",
  params: byId,
  errorStatuses: [404, 409],
  response: responseOf(campaign),
} as const;

export const campaignEndpoints = {
  listCampaigns: {
    ...OF_CAMPAIGNS,
    method: "GET",
    path: "/campaigns",
    summary: "Campaigns, newest first, 50 a page",
    query: z.object({
      /** The `_id` of the last campaign of the previous page. */
      before: z.optional(rowId("before must be digits.")),
    }),
    response: responseOf(z.object({ campaigns: z.array(listedCampaign), hasMore: z.boolean() })),
  },
  findCampaignProducts: {
    ...OF_CAMPAIGNS,
    method: "GET",
    path: "/campaign-products",
    summary: "Products in the shop whose title has these words, twelve at most",
    query: z.object({ q: textField({ max: 100, error: "Please search with at most 100 characters." }) }),
    response: responseOf(z.array(campaignProduct)),
  },
  previewCampaign: {
    ...OF_CAMPAIGNS,
    method: "POST",
    path: "/campaign-previews",
    repeat: "harmless",
    summary: "A campaign as its email would look, with what is wrong about it; stores nothing",
    body: campaignFields,
    response: responseOf(preview),
  },
  testCampaign: {
    ...OF_CAMPAIGNS,
    method: "POST",
    path: "/campaign-tests",
    repeat: "harmless",
    needsMember: true,
    summary: "Email a campaign to the member who asks, marked as a test",
    body: campaignFields,
    errorStatuses: [429],
    response: responseOf(z.object({ to: z.string() })),
  },
  createCampaign: {
    ...OF_CAMPAIGNS,
    method: "POST",
    path: "/campaigns",
    repeat: "key",
    summary: "A draft, empty or with these fields, or a copy of another campaign",
    body: z.object({ copyOf: z.optional(rowId("copyOf must be digits.")), ...z.partial(campaignFields).shape }),
    errorStatuses: [404],
    response: responseOf(campaign),
  },
  readCampaign: {
    ...OF_CAMPAIGNS,
    method: "GET",
    path: "/campaigns/:id",
    summary: "One campaign with its counts",
    params: byId,
    errorStatuses: [404],
    response: responseOf(campaign),
  },
  changeCampaign: {
    ...CHANGE,
    method: "PATCH",
    path: "/campaigns/:id",
    repeat: "seen",
    summary:
      "Change fields of a draft, or of a scheduled campaign, which must stay complete, and needs a recent second factor",
    body: z.object({ version, ...z.partial(campaignFields).shape }),
  },
  deleteCampaign: {
    ...OF_CAMPAIGNS,
    method: "DELETE",
    path: "/campaigns/:id",
    repeat: "seen",
    summary: "Delete a draft",
    params: byId,
    errorStatuses: [404, 409],
    response: responseOf(z.object({})),
  },
  sendCampaign: {
    ...CHANGE,
    path: "/campaigns/:id/send",
    repeat: "seen",
    summary: "Email a draft to all subscribers, now or at a time, as a job in batches",
    stepUp: true,
    body: z.object({
      version,
      /** The number of recipients that the member has seen. */
      subscribers: z.int(),
      at: z.optional(
        textField({
          max: 40,
          pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
          error: "Please choose a day and a time.",
        }),
      ),
    }),
  },
  stopCampaign: {
    ...CHANGE,
    path: "/campaigns/:id/stop",
    repeat: "harmless",
    summary: "Stop a campaign that is being sent, or make a draft of a scheduled one; idempotent",
  },
  resumeCampaign: {
    ...CHANGE,
    path: "/campaigns/:id/resume",
    repeat: "harmless",
    summary: "Send a stopped campaign to the subscribers who have not got it",
    stepUp: true,
  },
} as const satisfies Record<string, AdminEndpoint>;
