import type { FastifyRequest } from "fastify";

/** An encoding in `Accept-Encoding`, with its weight. */
const ENCODINGS = {
  br: /(?:^|,) *br *(?:; *q=([\d.]+) *)?(?:,|$)/i,
  gzip: /(?:^|,) *gzip *(?:; *q=([\d.]+) *)?(?:,|$)/i,
} as const;

/** Whether the client can decompress this encoding. */
export function accepts({ headers }: FastifyRequest, encoding: keyof typeof ENCODINGS): boolean {
  const named = ENCODINGS[encoding].exec(headers["accept-encoding"] ?? "");
  return named !== null && Number(named[1] ?? 1) > 0;
}
