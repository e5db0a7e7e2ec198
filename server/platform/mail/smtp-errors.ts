/**
 * Whether another attempt is useless, because the server has rejected the mail (5xx). A rejected login (`EAUTH`) affects every mail, and
 * the owner can correct it.
 */
export function isPermanent({ responseCode = 0, code }: { responseCode?: number; code?: string }): boolean {
  return code !== "EAUTH" && responseCode >= 500 && responseCode < 600;
}
