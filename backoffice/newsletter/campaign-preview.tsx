import { useEffect, useRef, useState } from "react";
import type { CampaignFields, CampaignPreview } from "../../contract/admin/campaigns.ts";
import { call, RequestError } from "../api/client.ts";
import { Panel } from "../shared/panel.tsx";

/** The pause after the last key before the server renders again. */
const PAUSE_MS = 400;
const WIDTHS = { Desktop: 640, Phone: 360 } as const;
const BORDERS = 2;
type Width = keyof typeof WIDTHS;

/** Returns a campaign as the server renders it; null before the first response. */
export function usePreview(fields: CampaignFields): { preview: CampaignPreview | null; problem: string } {
  const [preview, setPreview] = useState<CampaignPreview | null>(null);
  const [problem, setProblem] = useState("");
  const rendered = useRef<string>(null);
  const typed = JSON.stringify(fields);
  useEffect(() => {
    let isLatest = true;
    const isFirst = rendered.current === null;
    rendered.current = typed;
    const timer = setTimeout(
      async () => {
        try {
          const current = await call("previewCampaign", { body: JSON.parse(typed) as CampaignFields });
          if (!isLatest) return;
          setPreview(current);
          setProblem("");
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          if (isLatest) setProblem(error.errors[0]?.message ?? error.message);
        }
      },
      isFirst ? 0 : PAUSE_MS,
    );
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [typed]);
  return { preview, problem };
}

/** Shows the email in a frame, as wide as a desktop or a phone, and smaller where there is less room. */
export function Preview({ preview, problem }: { preview: CampaignPreview | null; problem: string }) {
  const [width, setWidth] = useState<Width>("Desktop");
  const [height, setHeight] = useState(600);
  const room = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(1);
  const hasPreview = preview !== null;
  useEffect(() => {
    const element = room.current;
    if (!element || !hasPreview) return;
    const measure = () => setScale(Math.min(1, (element.offsetWidth - BORDERS) / WIDTHS[width]));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, hasPreview]);
  return (
    <Panel title="Preview">
      <fieldset className="mb-3 flex flex-wrap gap-x-4">
        <legend className="sr-only">Width of the preview</legend>
        {(Object.keys(WIDTHS) as Width[]).map((name) => (
          <label key={name} className="flex items-center gap-1.5 py-1">
            <input type="radio" name="preview-width" checked={width === name} onChange={() => setWidth(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      <p role="status" className="mb-2 text-terracotta empty:hidden">
        {problem}
      </p>
      {!hasPreview && !problem && (
        <div aria-busy="true" className="skeleton h-80">
          <p role="status" className="sr-only">
            Loading the preview …
          </p>
        </div>
      )}
      {preview && (
        <section
          ref={room}
          aria-label="The email"
          className="overflow-hidden border border-sand"
          style={{ height: height * scale + BORDERS }}
        >
          <iframe
            key={width}
            title={`The email on a ${width.toLowerCase()}`}
            // Links open in new tabs, and scripts do not run.
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            srcDoc={forFrame(preview.html)}
            width={WIDTHS[width]}
            height={height}
            className={scale < 1 ? "block origin-top-left" : "mx-auto block"}
            style={{ transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) =>
              setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)
            }
          />
        </section>
      )}
    </Panel>
  );
}

/** Removes the style sheet, which is for mail programs in dark mode, and which the page's policy would block. */
const forFrame = (html: string) =>
  html.replace(/<style>[\s\S]*?<\/style>/, "").replace("<head>", '<head><base target="_blank">');
