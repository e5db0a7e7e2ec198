import type { TestProject } from "vitest/node";
import { makeTemplates } from "./templates.ts";

export default (project: TestProject) => makeTemplates(project);
