/**
 * Puts off a rendered page's scripts until the page has been painted once, so that a slow line brings stylesheet, fonts and the
 * largest picture first. The router would have all of its modules loaded beside them, and has no option for it.
 *
 * The modules are then preloaded together and imported in the order that the router wrote. What is not recognised stays as it is.
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
 * The browser tells of a paint when it is on the screen, which can be a tenth of a second after its frame was begun. One that keeps
 * its paints to itself (as some do for privacy) has had its first within a second of that frame.
 */
const AFTER_PAINT = `await new Promise((painted) => {
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  requestAnimationFrame(() => setTimeout(painted, 1000));
});`;

function preload(modules: string[]): string {
  return `for (const href of ${JSON.stringify(modules)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));`;
}

/** Imports that are fetched when their line is reached, not before the first line runs. */
function awaited(code: string): string {
  return code
    .replace(/^import (".*?");$/gm, "await import($1);")
    .replace(/^import \* as (\w+) from (".*?");$/gm, "const $1 = await import($2);");
}
