import { randomBytes } from "node:crypto";

/** Generates a nonce for the scripts of one rendering, which rendered content cannot guess. */
export const newScriptNonce = () => randomBytes(16).toString("base64url");

interface FinishedPage {
  html: Buffer;
  /** Its own inline scripts, for the hashes of its policy. */
  scripts: Buffer[];
}

/**
 * Removes the nonce of a rendering from its page and returns the inline scripts that had it. Others could read and use a nonce in a cached
 * page, but not the hashes of the scripts.
 * @param rendered HTML in UTF-8
 * @param afterPaint whether the scripts wait for the first paint, so that stylesheet, fonts and the largest picture load first on a slow
 * connection: the router preloads all its modules beside them and has no option for it. The modules are then preloaded together and
 * imported in the router's order.
 */
export function finishScripts(
  rendered: Uint8Array,
  nonce: string,
  { afterPaint }: { afterPaint: boolean },
): FinishedPage {
  const attribute = ` nonce="${nonce}"`;
  const modules: string[] = [];
  const scripts: Buffer[] = [];

  const replaced = asLatin1(rendered).replace(MODULES_AND_SCRIPTS, (element, href, attributes, code) => {
    if (href !== undefined) {
      if (!afterPaint) return element;
      modules.push(href);
      return "";
    }
    if (code === "" || !attributes.includes(attribute)) return element;
    const kept = attributes.replace(attribute, "");
    const script = afterPaint && kept === ENTRY ? `${AFTER_PAINT}\n${preload(modules)}\n${awaited(code)}` : code;
    scripts.push(Buffer.from(script, "latin1"));
    return `<script${kept}>${script}</script>`;
  });
  return { html: Buffer.from(replaced.replaceAll(attribute, ""), "latin1"), scripts };
}

/** Decodes one byte as one character: markup is ASCII, and a page with ₹ in UTF-16 takes twice the memory and time. */
const asLatin1 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");

const MODULES_AND_SCRIPTS =
  /<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>|<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** The attributes of the router's own script, which imports the modules. */
const ENTRY = ' type="module" async=""';

/**
 * The browser reports a paint when it is on the screen, up to a tenth of a second after its frame. A browser that does not report paints
 * (for privacy) has had its first within a second.
 */
const AFTER_PAINT = `await new Promise((painted) => {
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  requestAnimationFrame(() => setTimeout(painted, 1000));
});`;

function preload(modules: string[]): string {
  return `for (const href of ${JSON.stringify(modules)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));`;
}

/** Makes static imports dynamic, so that they are not fetched before the first line runs. */
function awaited(code: string): string {
  return code
    .replace(/^import (".*?");$/gm, "await import($1);")
    .replace(/^import \* as (\w+) from (".*?");$/gm, "const $1 = await import($2);");
}
