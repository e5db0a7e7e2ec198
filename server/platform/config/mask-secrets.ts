import type { Environment } from "./config.ts";
import { SETTINGS, settingNames } from "./config.ts";
import type { Setting } from "./setting.ts";

const MASK = "•••";
/** A shorter secret could be a part of any word. */
const MIN_LENGTH = 4;

/** Replaces the secrets of an environment, and the passwords of their URLs, in a text that somebody may read. */
export function maskSecrets(text: string, environment: Environment): string {
  const secrets = settingNames
    .filter((name) => (SETTINGS[name] as Setting).secret)
    .flatMap((name) => partsOf(environment[name] ?? ""))
    .filter((secret) => secret.length >= MIN_LENGTH)
    // A secret may contain another.
    .sort((one, other) => other.length - one.length);
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

function partsOf(value: string): string[] {
  const items = value.split(",").map((item) => item.trim());
  const passwords = items.map((item) => URL.parse(item)?.password ?? "");
  return [value, ...items, ...passwords, ...passwords.map(decoded)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
