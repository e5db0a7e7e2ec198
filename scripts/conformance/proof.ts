import type { ReportedTest } from "../test-report.ts";
import type { Register } from "./register.ts";
import { requirementIds } from "./requirement-ids.ts";

/** The result of one requirement. */
export interface Proof {
  id: string;
  requirement: string;
  /**
   * `proven` when a test that claims it passed and none failed, on both databases and in both windows; `unproven` when no test that ran
   * claims it.
   */
  state: "proven" | "failed" | "unproven";
  /** The decisive tests: the failed ones, else the passed ones, each listed once. */
  tests: { file: string; name: string }[];
}

export interface Conformance {
  /** One per requirement, in the register's order. */
  proofs: Proof[];
  /** Ids that tests claim and the register lacks: typing errors or invalid ranges. */
  unknown: { id: string; file: string; name: string }[];
}

/** Compares the tests with the register. A skipped test proves nothing. */
export function compare({ requirements, references }: Register, tests: ReportedTest[]): Conformance {
  const claims = new Map<string, ReportedTest[]>();
  const unknown = new Map<string, Conformance["unknown"][number]>();
  for (const test of tests) {
    for (const id of new Set(requirementIds(test.requirements))) {
      if (requirements.has(id)) claims.set(id, [...(claims.get(id) ?? []), test]);
      else if (!references.has(id))
        unknown.set(`${id} ${test.file} ${test.name}`, { id, file: test.file, name: test.name });
    }
  }
  const proofs = [...requirements].map(([id, requirement]): Proof => {
    const claiming = claims.get(id) ?? [];
    const failed = claiming.filter(({ outcome }) => outcome === "failed");
    const passed = claiming.filter(({ outcome }) => outcome === "passed");
    if (failed.length > 0) return { id, requirement, state: "failed", tests: once(failed) };
    return { id, requirement, state: passed.length > 0 ? "proven" : "unproven", tests: once(passed) };
  });
  return { proofs, unknown: [...unknown.values()] };
}

function once(tests: ReportedTest[]): Proof["tests"] {
  return [...new Map(tests.map(({ file, name }) => [`${file} ${name}`, { file, name }])).values()];
}
