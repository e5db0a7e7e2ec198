/** Finds the programs of a cluster, where Debian installs them. */

import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { pgbouncerProblem } from "../../tests/postgres/pgbouncer.ts";
import { findPrograms } from "../../tests/postgres/programs.ts";

/** Each program with its package, and the arguments that print its version. */
const NEEDED = [
  ["etcd", "etcd-server", ["--version"]],
  ["patroni", "patroni", ["--version"]],
  ["haproxy", "haproxy", ["-v"]],
  ["varnishd", "varnish", ["-V"]],
] as const;

export interface ClusterPrograms {
  /** The folder of PostgreSQL's programs. */
  postgresql: string;
  pgbouncer: string;
  /** One line per program, with name and version. */
  versions: string[];
}

/** Finds what one process with one PostgreSQL needs. @throws Error with the remedy if there is no PostgreSQL */
export function findPostgres(): Pick<ClusterPrograms, "postgresql" | "versions"> {
  const { postgres, description } = findPrograms();
  return { postgresql: dirname(postgres), versions: [description] };
}

/** Finds the programs. @returns or lines that say what is missing and how to get it */
export function findClusterPrograms(): ClusterPrograms | { missing: string[] } {
  const missing: string[] = [];
  const versions: string[] = [];
  const packages: string[] = [];
  for (const [program, debianPackage, words] of NEEDED) {
    const version = firstLine(program, [...words]);
    if (version) versions.push(version);
    else {
      missing.push(`${program} is not installed.`);
      packages.push(debianPackage);
    }
  }
  if (globSync("/usr/lib/*/varnish/vmods/libvmod_xkey.so").length === 0) {
    missing.push("Varnish's module xkey is not installed.");
    packages.push("varnish-modules");
  }
  const { postgresql, versions: databases } = findPostgres();
  versions.unshift(...databases);
  for (const program of ["pg_basebackup", "pg_rewind", "pg_ctl"])
    if (!existsSync(join(postgresql, program))) {
      missing.push(`${program} is not in ${postgresql}.`);
      if (!packages.includes("postgresql")) packages.push("postgresql");
    }
  const pgbouncer = process.env.PGBOUNCER ?? "pgbouncer";
  const whyNot = pgbouncerProblem();
  if (whyNot) missing.push(`${whyNot}. Debian has it from version 13 (trixie) on, apt.postgresql.org for older ones.`);
  else versions.push(firstLine(pgbouncer, ["--version"]) ?? "");
  if (packages.length > 0)
    missing.push(`Debian and Ubuntu: apt-get install --no-install-recommends ${packages.join(" ")}`);
  return missing.length > 0 ? { missing } : { postgresql, pgbouncer, versions };
}

function firstLine(program: string, words: string[]): string | undefined {
  try {
    const output = execFileSync("sh", ["-c", '"$0" "$@" 2>&1', program, ...words], {
      encoding: "utf8",
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    return output.split("\n")[0]?.replace(/ \d{4}\/.*/, "");
  } catch {
    return undefined;
  }
}
