/** The country whose products need no importer. */
export const HOME_COUNTRY = "India";

/** Whether a product comes from abroad, so that the law asks for its importer. @param countryOfOrigin empty if it is not known */
export function isImported(countryOfOrigin: string): boolean {
  const country = countryOfOrigin.trim().toLowerCase();
  return country !== "" && country !== HOME_COUNTRY.toLowerCase();
}
