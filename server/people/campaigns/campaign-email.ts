/** Composes a campaign's email, and finds its problems. Pure. */

import type { CampaignFields, CampaignPreview } from "../../../contract/admin/campaigns.ts";
import { renditionPathOf } from "../../../contract/picture-renditions.ts";
import { formatRupees } from "../../base/money.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import {
  type Block,
  button,
  heading,
  link,
  list,
  note,
  paragraph,
  products,
} from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MailProduct } from "../../shop/catalogue/import/product-lookups.ts";
import { type MarkdownText, readMarkdown } from "../../shop/content/markdown.ts";
import { fillPlaceholders, PLACEHOLDERS, unknownPlaceholders } from "../../shop/content/placeholders.ts";

export interface CampaignContext {
  sender: MailSender;
  settings: ShopSettings;
  /** Its products that the shop sells. */
  products: readonly MailProduct[];
  /** The setting MEDIA_HOST: a URL, or a path of the shop. */
  mediaHost: string;
}

/** Lines before the first line of the body. */
const LINES_ABOVE = 2;
/** In pixels: the email is 560 wide, and phones have sharp screens. */
const PICTURE_WIDTH = 480;

/** Reads the body as sections; the subject heads the first one. */
function readBody({ subject, body }: CampaignFields): ReturnType<typeof readMarkdown> {
  return readMarkdown(`## ${subject || "Untitled"}\n\n${body}`);
}

export function problemsOf(campaign: CampaignFields, known: readonly MailProduct[]): CampaignPreview["problems"] {
  const problems: CampaignPreview["problems"] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  if (campaign.subject === "") add("subject", "Please write a subject.");
  if (campaign.body === "" && campaign.products.length === 0)
    add("body", "Please write a text, or choose products to show.");
  for (const { line, message } of readBody(campaign).problems)
    add("body", `Line ${Math.max(1, line - LINES_ABOVE)}: ${message}.`);
  for (const field of ["subject", "preview", "body"] as const)
    for (const name of new Set(unknownPlaceholders(campaign[field])))
      add(field, `{${name}} stands for nothing. There are ${PLACEHOLDERS.map((one) => `{${one}}`).join(", ")}.`);
  if (campaign.action !== "" && campaign.link === "") add("link", "Please say where the button leads.");
  if (campaign.link !== "" && campaign.action === "") add("action", "Please label the button.");
  for (const slug of campaign.products)
    if (!known.some((product) => product.slug === slug)) add("products", `${slug} is not in the shop.`);
  return problems;
}

/** @param unsubscribeUrl the subscriber's; null for a test */
export function campaignEmail(
  campaign: CampaignFields,
  { sender, settings, products: known, mediaHost }: CampaignContext,
  unsubscribeUrl: string | null,
): RenderedEmail {
  const fill = (text: string) => fillPlaceholders(text, settings);
  const { sections } = readBody(campaign).text;
  const [first, ...others] = sections.map((section) => blocksOf(section, fill));
  const shown = campaign.products.flatMap((slug) => known.find((product) => product.slug === slug) ?? []);
  const host = mediaHost.startsWith("http") ? mediaHost : `${sender.origin}${mediaHost}`;
  const rendered = renderEmail(sender, {
    subject: fill(campaign.subject),
    preview: fill(campaign.preview),
    heading: fill(campaign.subject),
    blocks: [
      ...(first?.blocks ?? []),
      ...others.flatMap(({ title, blocks }) => [heading(title), ...blocks]),
      ...(shown.length > 0
        ? [
            products(
              shown.map(({ slug, title, pricePaise, isFrom, image }) => ({
                title,
                price: `${isFrom ? "From " : ""}${formatRupees(pricePaise)}`,
                url: `${sender.origin}/product/${slug}`,
                picture: image && { url: host + renditionPathOf(image.path, PICTURE_WIDTH, "webp"), alt: image.alt },
              })),
            ),
          ]
        : []),
      ...(campaign.action && campaign.link
        ? [button(fill(campaign.action), campaign.link.startsWith("/") ? sender.origin + campaign.link : campaign.link)]
        : []),
      note(`You get this email because you signed up for the ${sender.name} newsletter.`),
      unsubscribeUrl === null
        ? note("This is a test. In the real email, a link to unsubscribe stands here.")
        : link("Unsubscribe", unsubscribeUrl),
    ],
  });
  return unsubscribeUrl === null ? { ...rendered, subject: `[Test] ${rendered.subject}` } : rendered;
}

function blocksOf(
  { heading: title, paragraphs, points }: MarkdownText["sections"][number],
  fill: (text: string) => string,
): { title: string; blocks: Block[] } {
  return {
    title: fill(title),
    blocks: [
      ...paragraphs.map((text) => paragraph(fill(text))),
      ...(points.length > 0 ? [list(points.map(fill))] : []),
    ],
  };
}
