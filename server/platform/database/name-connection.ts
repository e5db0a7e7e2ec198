/** Names the connections of a URL, before the name that it gives them. */
export function nameConnection(url: string, name: string): string {
  if (!URL.canParse(url)) return url;
  const named = new URL(url);
  const own = named.searchParams.get("application_name") ?? "";
  named.searchParams.set("application_name", `${name} ${own}`.trim());
  return named.href;
}
