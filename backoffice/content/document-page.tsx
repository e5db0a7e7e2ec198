import { useEffect, useRef, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import {
  type ContentDocument,
  type DocumentPreview,
  type DocumentProblem,
  MAX_DOCUMENT,
  type StoredDocument,
} from "../../contract/admin/content.ts";
import { splitLinks } from "../../contract/content/links.ts";
import { call, RequestError } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { pictureUrl } from "../shared/picture-url.ts";
import { TextArea } from "../shared/text-area.tsx";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { BannerPreviews } from "./banner-previews.tsx";
import { InsertPicture } from "./insert-picture.tsx";
import { DOCUMENT_NAMES } from "./labels.ts";
import { differenceOf } from "./list-difference.ts";
import { ListEditor } from "./list-editor.tsx";
import {
  describeProblem,
  fieldsOf,
  insertBlock,
  nounOf,
  parseEntries,
  remainingProblems,
  writeEntries,
} from "./list-format.ts";
import { Versions } from "./versions.tsx";

const SETTINGS_HINT = "Names in braces, such as {SHOP_EMAIL}, stand for settings.";

export const clientLoader = ({ request, params }: { request: Request; params: { name?: string } }) =>
  loadOne(request, { what: "content", list: "/content", link: "Content" }, () =>
    call("readContent", { params: { name: params.name as ContentDocument } }),
  );

export default function DocumentPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Document key={loaded.name} stored={loaded} />;
}

function Document({ stored }: { stored: StoredDocument }) {
  const { name, version } = stored;
  /** The problems that the text's last check found. */
  const [checked, setChecked] = useState<{ text: string; problems: readonly DocumentProblem[] } | null>(null);
  const [preview, setPreview] = useState<{ of: string; shown: DocumentPreview } | null>(null);
  const cursor = useRef<number | null>(null);
  const { revalidate } = useRevalidator();
  const fields = fieldsOf(name);
  const form = useVersionedForm<{ text: string }>({
    draft: `content ${name}`,
    stored: { text: stored.text },
    version,
    labels: { text: fields ? "Entries" : "Text" },
    subject: "this text",
    changedBy: stored.versions[0]?.by,
    shown: (_, value, other) => differenceOf(name, value, other),
    async save({ version: seen }) {
      try {
        await call("saveContent", { params: { name }, body: { version: seen, text } });
      } catch (failure) {
        throw withProblems(failure);
      }
      setPreview(null);
      setChecked(null);
      await revalidate();
    },
  });
  const { run, busy, error, set } = form;
  const { text } = form.values;
  const entries = fields ? parseEntries(name, text) : null;
  const isPage = !fields;
  const { text: of, problems } = checked ?? stored;
  const shown = entries ? remainingProblems(problems, parseEntries(name, of) ?? [], entries) : problems;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (checked) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [checked]);
  /** Counts how often another text was put into the editor, whose entries are others. */
  const [replaced, setReplaced] = useState(0);
  const replace = (put: () => void) => {
    put();
    setReplaced(replaced + 1);
  };

  /** Shows the problems that an error names, and returns it. */
  function withProblems(failure: unknown): unknown {
    if (failure instanceof RequestError && failure.code === "invalid_input")
      setChecked({ text, problems: failure.errors });
    return failure;
  }
  return (
    <>
      <title>{DOCUMENT_NAMES[name]}</title>
      <BackLink to="/content">Content</BackLink>
      <PageHead title={DOCUMENT_NAMES[name]} />
      {/* Until it is previewed, the text has the room. */}
      <div
        className={`grid items-start gap-4 ${preview || stored.versions.length > 0 ? "lg:grid-cols-2" : "max-w-3xl"}`}
      >
        <VersionedForm form={form} ref={element} className="panel grid min-w-0 gap-3 p-4">
          {!checked && shown.length > 0 && <Problems name={name} problems={shown} after="Shoppers do not see it." />}
          {fields && entries ? (
            <ListEditor
              key={replaced}
              fields={fields}
              noun={nounOf(name)}
              entries={entries}
              problems={shown}
              onChange={(change) =>
                set("text", (latest) => writeEntries(name, change(parseEntries(name, latest) ?? [])))
              }
            />
          ) : (
            <TextArea
              label="Text"
              rows={24}
              onSelect={({ currentTarget }) => {
                cursor.current = currentTarget.selectionEnd;
              }}
              maxLength={MAX_DOCUMENT}
              value={text}
              error={shown.length > 0 ? "Please correct the problems listed below." : undefined}
              onChange={(event) => set("text", event.target.value)}
            />
          )}
          {isPage && (
            <InsertPicture
              onInsert={(markdown) => set("text", (latest) => insertBlock(latest, cursor.current, markdown))}
            />
          )}
          <p className="text-bark text-small">
            {name === "header-menu" || name === "footer-menu"
              ? "The shop omits links to a category or product that it no longer has."
              : entries
                ? name === "faqs" && `A link is [Contact](/contact). ${SETTINGS_HINT}`
                : `A heading begins with ##, a point with a hyphen, and a link is [Questions](/faq). ${SETTINGS_HINT}`}
          </p>
          {checked && shown.length > 0 && <Problems name={name} problems={shown} />}
          <Problem error={error} otherwise={error?.code === "invalid_input" ? undefined : error?.message} />
          <SaveButtons
            form={{
              ...form,
              discard() {
                setChecked(null);
                replace(form.discard);
              },
            }}
            discard="Discard"
          >
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const previewed = await call("previewContent", { params: { name }, body: { text } }).catch(
                    (failure: unknown) => Promise.reject(withProblems(failure)),
                  );
                  setPreview({ of: text, shown: previewed });
                  setChecked(previewed.problems.length > 0 ? { text, problems: previewed.problems } : null);
                })
              }
            >
              Check and preview
            </Button>
          </SaveButtons>
        </VersionedForm>
        <div className="grid min-w-0 gap-4">
          {preview && <Preview preview={preview.shown} isOld={preview.of !== text} />}
          <Versions document={stored} text={text} onRestore={(restored) => replace(() => set("text", restored))} />
        </div>
      </div>
    </>
  );
}

interface ProblemsProps {
  name: ContentDocument;
  problems: readonly DocumentProblem[];
  /** Text after each problem. */
  after?: string;
}

function Problems({ name, problems, after = "" }: ProblemsProps) {
  return (
    <div role="alert">
      <ul className="border-terracotta border-l-2 py-1 pl-3 text-terracotta">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`} className="wrap-anywhere">
            {describeProblem(name, problem)} {after}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Preview({
  preview: { problems, title, summary, sections, banners },
  isOld,
}: {
  preview: DocumentPreview;
  isOld: boolean;
}) {
  const result = useRef<HTMLDivElement>(null);
  // The button is below a list that may be long.
  useEffect(() => {
    if (problems.length === 0) result.current?.scrollIntoView({ block: "nearest" });
  }, [problems]);
  return (
    <div ref={result} className="min-w-0">
      <Panel title={isOld ? "Preview, before your last change" : "Preview"}>
        {problems.length > 0 ? (
          <p className="mb-3 text-terracotta">Please correct the problems listed below the text.</p>
        ) : (
          <p role="status" className="mb-3 text-bark">
            There are no problems.
          </p>
        )}
        {banners.length > 0 && <BannerPreviews banners={banners} />}
        {title && <p className="wrap-anywhere font-display text-heading">{title}</p>}
        {summary && <p className="wrap-anywhere text-bark">{summary}</p>}
        {sections.map(({ group, heading, paragraphs, points, pictures }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same heading
          <div key={at} className="mt-4">
            {group !== "" && group !== sections[at - 1]?.group && (
              <h3 className="wrap-anywhere mb-2 border-sand border-b pb-1">{group}</h3>
            )}
            {group === "" ? (
              <h3 className="wrap-anywhere">{heading}</h3>
            ) : (
              <h4 className="wrap-anywhere font-semibold">{heading}</h4>
            )}
            {paragraphs.map((paragraph, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may have the same text
              <p key={line} className="wrap-anywhere mt-1">
                <WithLinks text={paragraph} />
              </p>
            ))}
            {pictures.map(({ image, alt }) => (
              <img key={image} src={pictureUrl(image, 480)} alt={alt} className="mt-2 max-h-40 border border-sand" />
            ))}
            {points.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {points.map((point, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same text
                  <li key={line} className="wrap-anywhere">
                    <WithLinks text={point} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </Panel>
    </div>
  );
}

function WithLinks({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, at) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
      <a key={at} href={href} target="_blank" rel="noopener" className="text-link">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
