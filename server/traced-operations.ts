import { tracingChannel } from "node:diagnostics_channel";

/** What a trace shows inside of requests and jobs. Publishing costs one check unless server/tracing subscribes. */

/** Text with placeholders, never with values. */
export const statementChannel = tracingChannel<unknown, { sql: string }>("kewra:statement");
/** A page that is rendered. */
export const pageChannel = tracingChannel<unknown, { path: string }>("kewra:page");
/** A call of the in-process client. */
export const endpointChannel = tracingChannel<unknown, { name: string }>("kewra:endpoint");
/** An attempt at a job. */
export const jobChannel = tracingChannel<unknown, { task: string; id: number }>("kewra:job");
