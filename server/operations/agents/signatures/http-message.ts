/** A request as its signature sees it. */
export interface HttpMessage {
  method: string;
  /** Host, and port unless it is the scheme's own, in lower case: the shop's own address, not what a header says. */
  authority: string;
  scheme: "https" | "http";
  /** As in the request line, percent-encoded. */
  path: string;
  /** With its question mark; "" without a query. */
  query: string;
  /** Values by name in lower case; those of a repeated header joined by ", ". */
  headers: ReadonlyMap<string, string>;
  /** The bytes as received; null without a body. */
  body: Buffer | null;
}

/** Joins repeated headers as RFC 9421 does, which Node does only for some. */
export function headersOf(rawHeaders: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = (rawHeaders[at + 1] ?? "").trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}
