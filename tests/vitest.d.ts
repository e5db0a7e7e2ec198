import "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** The requirements of docs/requirements.md that a test proves, as in "S2.61, S5.23 to S5.26"; `npm run conformance` reads them. */
    requirements?: string;
  }
}
