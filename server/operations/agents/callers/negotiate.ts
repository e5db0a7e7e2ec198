/** Which capabilities two profiles share (the specification's "Intersection Algorithm"). */

import type { Capability, CapabilityName } from "../capabilities.ts";
import type { UcpVersion } from "../versions.ts";
import type { Caller } from "./caller.ts";

/**
 * Returns the names of the capabilities that both sides have in this version, without extensions whose parents are not among them. The shop has each of its capabilities
 * in the version of the profile only, so a caller's entry of another version does not count.
 * @param theirs the versions of each of the caller's capabilities
 */
export function negotiate(
  ours: readonly Capability[],
  theirs: ReadonlyMap<string, readonly string[]>,
  version: UcpVersion,
): ReadonlySet<CapabilityName> {
  const names = new Set(ours.filter(({ name }) => theirs.get(name)?.includes(version)).map(({ name }) => name));
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const { name, parents } of ours)
      if (parents[version].length > 0 && !parents[version].some((parent) => names.has(parent))) names.delete(name);
  }
  return names;
}

/** Returns the capabilities that a response declares: the negotiated ones that its operation is about, with their extensions. */
export function relevantTo(
  root: CapabilityName,
  ours: readonly Capability[],
  { version, capabilities }: Pick<Caller, "version" | "capabilities">,
): CapabilityName[] {
  return ours
    .filter(({ name, parents }) => capabilities.has(name) && (name === root || parents[version].includes(root)))
    .map(({ name }) => name);
}
