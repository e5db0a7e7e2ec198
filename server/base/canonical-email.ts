/** Normalises an email, so that it is unique per account. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
