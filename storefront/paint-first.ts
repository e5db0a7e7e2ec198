/**
 * Defers a rendered page's scripts until its first paint, so that stylesheet, fonts and the largest picture load first on a slow
 * connection. The router preloads all its modules beside them and has no option for it.
 * The modules are then preloaded together and imported in the router's order. Unknown HTML is not changed.
 */
export function paintFirst(html: string): string {
  const modules: string[] = [];
  const page = html.replace(/<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>/g, (_, href: string) => {
    modules.push(href);
    return "";
  });
  return page.replace(
    /(<script(?: nonce="[^"]*")? type="module" async="">)(.*?)(<\/script>)/s,
    (_, open: string, code: string, close: string) =>
      `${open}${AFTER_PAINT}\n${preload(modules)}\n${awaited(code)}${close}`,
  );
}

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
