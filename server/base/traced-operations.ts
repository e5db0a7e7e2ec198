/** Operations that traces show within requests and jobs. Publishing costs one check unless server/platform/tracing subscribes. */

import { tracingChannel } from "node:diagnostics_channel";

/** An SQL statement; its text has placeholders and no values. */
export const statementChannel = tracingChannel<unknown, { sql: string }>("kewra:statement");
/** The rendering of a page. */
export const pageChannel = tracingChannel<unknown, { path: string }>("kewra:page");
/** A call of the in-process client. */
export const endpointChannel = tracingChannel<unknown, { name: string }>("kewra:endpoint");
/** An attempt at a job. */
export const jobChannel = tracingChannel<unknown, { task: string; id: number }>("kewra:job");
