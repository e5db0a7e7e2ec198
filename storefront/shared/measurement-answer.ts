/** The shopper's answer to the question whether visits and purchases may be measured. The browser keeps it; the page is the same for all. */

import { type Measurement, type MeasurementService, servicesOf } from "../../contract/measurement.ts";
import { createStore } from "./store.ts";

export type MeasurementAnswer = "allowed" | "refused";

const KEY = "measurement";

interface StoredAnswer {
  answer: MeasurementAnswer;
  /** The services about which the shopper was asked. */
  services: string[];
}

/** The answer of this browser; null until there is one, undefined until it is read. */
export const answerStore = createStore<MeasurementAnswer | null | undefined>(undefined);

/** Whether the browser asks not to be tracked, which is a refusal. */
export const asksNotToBeTracked = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === "1";

/** Reads the answer. One about other services is none: another service has to be asked about. */
function readAnswer(measurement: Measurement): MeasurementAnswer | null {
  if (asksNotToBeTracked()) return "refused";
  const stored = readStored();
  if (stored === null) return null;
  return servicesOf(measurement).every((service) => stored.services.includes(service)) ? stored.answer : null;
}

function readStored(): StoredAnswer | null {
  try {
    const { answer, services } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    return (answer === "allowed" || answer === "refused") && Array.isArray(services) ? { answer, services } : null;
  } catch {
    return null;
  }
}

/** Keeps an answer, for all tabs. Where nothing can be stored, it counts until the page is left. */
export function giveAnswer(measurement: Measurement, answer: MeasurementAnswer): void {
  const stored: StoredAnswer = { answer, services: servicesOf(measurement) };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // No storage, or none left.
  }
  if (answer === "refused") deleteGoogleCookies();
  answerStore.set(answer);
}

/** Follows the answer, also that of another tab. Returns a function that stops it. */
export function followAnswer(measurement: Measurement): () => void {
  if (answerStore.get() === undefined) answerStore.set(readAnswer(measurement));
  const read = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) answerStore.set(readAnswer(measurement));
  };
  window.addEventListener("storage", read);
  return () => window.removeEventListener("storage", read);
}

/** The consent that is sent with an order; undefined without one. */
export function purchaseConsent(
  measurement: Measurement | undefined,
): { allowed: MeasurementService[]; client_id?: string } | undefined {
  if (!measurement?.purchases.length) return undefined;
  if ((answerStore.get() ?? readAnswer(measurement)) !== "allowed") return undefined;
  const clientId = googleClientId(document.cookie);
  return { allowed: servicesOf(measurement), ...(clientId !== null && { client_id: clientId }) };
}

/** Returns the number by which Google Analytics recognises this browser: `GA1.1.1234567890.1764000000` without its beginning. */
export function googleClientId(cookies: string): string | null {
  return /(?:^|; )_ga=GA\d\.\d+\.(\d{1,20}\.\d{1,20})(?:;|$)/.exec(cookies)?.[1] ?? null;
}

/** Its cookies may be those of the domain above this host. */
function deleteGoogleCookies(): void {
  const names = document.cookie.split("; ").flatMap((cookie) => /^_ga(?:_[A-Z0-9]+)?(?==)/.exec(cookie)?.[0] ?? []);
  const labels = window.location.hostname.split(".");
  const domains = labels.map((_, at) => labels.slice(at).join("."));
  for (const name of names) for (const domain of ["", ...domains]) expireCookie(name, domain);
}

function expireCookie(name: string, domain: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${name}=; path=/; max-age=0${domain === "" ? "" : `; domain=${domain}`}`;
}
