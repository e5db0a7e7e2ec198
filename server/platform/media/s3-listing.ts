/** A page of ListObjectsV2. */
export interface ListedKeys {
  keys: string[];
  /** The continuation token of the next page; undefined on the last. */
  next: string | undefined;
}

/** Reads the XML of ListObjectsV2. Stores that ignore `encoding-type=url` escape keys as XML does. */
export function listedKeys(xml: string): ListedKeys {
  const isUrlEncoded = xml.includes("<EncodingType>url</EncodingType>");
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)]
    .map(([, key = ""]) => unescapeXml(key))
    .map((key) => (isUrlEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : key));
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const [, token] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml) ?? [];
  return { keys, next: isTruncated && token ? unescapeXml(token) : undefined };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16));
    return ENTITIES[name] ?? whole;
  });
}
