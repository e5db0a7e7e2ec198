/** The normalised form of an email, unique per account. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
