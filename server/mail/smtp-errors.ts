/** Whether another attempt is useless: the server answered 5xx, and not because it rejects our login. */
export function isPermanent({ responseCode = 0, code }: { responseCode?: number; code?: string }): boolean {
  return code !== "EAUTH" && responseCode >= 500 && responseCode < 600;
}
