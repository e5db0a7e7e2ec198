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
  /** The decisive tests: the failed ones, else the passed ones, each listed distinct. */
  tests: { file: string; name: string }[];
}

export interface Conformance {
  /** One per requirement, in the register's order. */
  proofs: Proof[];
  /** Ids that tests claim and the register lacks: typos or invalid ranges. */
  unknown: { id: string; file: string; name: string }[];
}

/** Compares the tests with the register. A skipped test proves nothing. */
export function compare({ requirements, optionalIds }: Register, tests: ReportedTest[]): Conformance {
  const claims = new Map<string, ReportedTest[]>();
  const unknown = new Map<string, Conformance["unknown"][number]>();
  for (const test of tests) {
    for (const id of new Set(requirementIds(test.requirements))) {
      if (requirements.has(id)) claims.set(id, [...(claims.get(id) ?? []), test]);
      else if (!optionalIds.has(id))
        unknown.set(`${id} ${test.file} ${test.name}`, { id, file: test.file, name: test.name });
    }
  }
  const proofs = [...requirements].map(([id, requirement]): Proof => {
    const claimants = claims.get(id) ?? [];
    const failed = claimants.filter(({ outcome }) => outcome === "failed");
    const passed = claimants.filter(({ outcome }) => outcome === "passed");
    if (failed.length > 0) return { id, requirement, state: "failed", tests: distinct(failed) };
    return { id, requirement, state: passed.length > 0 ? "proven" : "unproven", tests: distinct(passed) };
  });
  return { proofs, unknown: [...unknown.values()] };
}

function distinct(tests: ReportedTest[]): Proof["tests"] {
  return [...new Map(tests.map(({ file, name }) => [`${file} ${name}`, { file, name }])).values()];
}
