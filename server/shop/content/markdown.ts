/**
 * The subset of Markdown for pages and FAQs: front matter of `name: value` lines between two lines of `---`, then sections that begin with
 * `## Heading` and contain paragraphs, followed by `- points`. Pure.
 */

export interface MarkdownText {
  head: Map<string, string>;
  sections: MarkdownSection[];
}

export interface MarkdownSection {
  heading: string;
  paragraphs: string[];
  points: string[];
  /** The heading `# Group` above it; only where groups are allowed. */
  group?: string;
  /** `![alt](image)` in a line of its own; only where pictures are allowed. Each comes after that many of the paragraphs. */
  pictures?: { after: number; image: string; alt: string }[];
}

/** A problem with its line. */
export interface TextProblem {
  line: number;
  /** The index of the section that it is in; none above the first. */
  section?: number;
  message: string;
}

/** Reads every line of a text, so that all its problems are reported at once. */
export function readMarkdown(
  text: string,
  { hasGroups = false, hasPictures = false }: { hasGroups?: boolean; hasPictures?: boolean } = {},
): { text: MarkdownText; problems: TextProblem[] } {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  const problems: TextProblem[] = [];
  const head = new Map<string, string>();
  const start = readHead(lines, head, problems);
  const sections: MarkdownSection[] = [];
  let group = "";
  let isBelowGroup = false;
  // The paragraph or point that the next line continues.
  let open: string[] | null = null;
  lines.forEach((content, index) => {
    if (index < start) return;
    const add = (message: string, at = sections.length - 1) =>
      problems.push({ line: index + 1, message, ...(at >= 0 && { section: at }) });
    const section = sections.at(-1);
    const [, marks = "", heading = ""] = /^(#+)\s*(.*)/s.exec(content) ?? [];
    const [, alt = "", image] = (hasPictures && /^!\[([^\]]*)\]\(([^()]*)\)$/.exec(content)) || [];
    if (content === "") open = null;
    else if (hasGroups && marks === "#") {
      // Without a heading it ends the group.
      group = heading;
      isBelowGroup = true;
      open = null;
    } else if (marks !== "") {
      if (marks !== "##") add('a heading begins with "## "', sections.length);
      if (heading === "") add("the heading is empty", sections.length);
      sections.push({ heading, paragraphs: [], points: [], ...(group && { group }) });
      isBelowGroup = false;
      open = null;
    } else if (!section || isBelowGroup) add('text comes below a heading, which begins with "## "');
    else if (image !== undefined) {
      if (section.points.length > 0) add("a picture cannot follow a list; give it a heading of its own");
      if (alt.trim() === "") add("a picture must say what it shows: ![Two people at a still](/pages/still.webp)");
      section.pictures = [
        ...(section.pictures ?? []),
        { after: section.paragraphs.length, image: image.trim(), alt: alt.trim() },
      ];
      open = null;
    } else if (/^[-*] /.test(content)) {
      section.points.push(content.slice(2).trim());
      open = section.points;
    } else if (open) open.push(`${open.pop()} ${content}`);
    else if (section.points.length > 0) add("a paragraph cannot follow a list; give it a heading of its own");
    else {
      section.paragraphs.push(content);
      open = section.paragraphs;
    }
  });
  return { text: { head, sections }, problems };
}

/** @returns the index of the first line after the front matter */
function readHead(lines: readonly string[], head: Map<string, string>, problems: TextProblem[]): number {
  const first = lines.findIndex((line) => line !== "");
  if (lines[first] !== "---") return 0;
  const end = lines.indexOf("---", first + 1);
  if (end < 0) {
    problems.push({ line: first + 1, message: 'the head that begins here is never closed with "---"' });
    return lines.length;
  }
  lines.slice(first + 1, end).forEach((line, index) => {
    const [, name, value = ""] = /^([a-z_]+):\s*(.*)/s.exec(line) ?? [];
    if (name) head.set(name, value);
    else if (line !== "")
      problems.push({ line: first + index + 2, message: 'a line of the head is written as "title: About Us"' });
  });
  return end + 1;
}

/** Writes a text that readMarkdown reads as the same. */
export function writeMarkdown({ head, sections }: MarkdownText): string {
  const blocks = sections.flatMap(({ heading, paragraphs, points, pictures = [], group = "" }, at) => {
    const picturesAfter = (count: number) =>
      pictures.filter(({ after }) => after === count).map(({ image, alt }) => `![${alt}](${image})`);
    return [
      ...(group === (sections[at - 1]?.group ?? "") ? [] : [`# ${group}`.trim()]),
      `## ${heading}`,
      ...picturesAfter(0),
      ...paragraphs.flatMap((paragraph, index) => [paragraph, ...picturesAfter(index + 1)]),
      ...(points.length > 0 ? [points.map((point) => `- ${point}`).join("\n")] : []),
    ];
  });
  const lines = [...head].map(([name, value]) => `${name}: ${value}`);
  const top = lines.length > 0 ? [["---", ...lines, "---"].join("\n")] : [];
  return `${[...top, ...blocks].join("\n\n")}\n`;
}
