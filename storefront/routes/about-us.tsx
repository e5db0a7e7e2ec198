import { inBrowser, onServer } from "../api/page-loader.ts";
import { Distillation } from "../content/distillation.tsx";
import { TextPage } from "../content/text-page.tsx";
import { loadTextPage, textPageMeta } from "../content/text-page-loader.ts";
import { OriginStory } from "../home/origin-story.tsx";

const load = loadTextPage("about-us");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/about-us");

export default function AboutUs() {
  return (
    <>
      <TextPage illustration={{ heading: "How we make it", content: <Distillation /> }} />
      <OriginStory className="meets-footer mt-12 border-white/15 border-b" />
    </>
  );
}
