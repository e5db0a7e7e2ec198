/** Why a text is not JSON, and where, as far as the engine tells: "is not JSON from line 3, column 5". @param error of `JSON.parse` */
export function notJson(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
  return line === undefined ? "is not JSON" : `is not JSON from line ${line}, column ${column}`;
}
