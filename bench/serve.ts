import type { FastifyInstance } from "fastify";

/** The metrics that a measured process reports. */
export interface ProcessMetrics {
  statements: number;
  /** Number of mails that wait to be sent. */
  unsentMails: number;
  /** Resident memory in megabytes. */
  memory: number;
  /** Processor time used so far, in microseconds. */
  processor: number;
}

type OwnMetrics = Pick<ProcessMetrics, "statements" | "unsentMails">;

/** Listens on a free port, reports it to the parent process, and answers each message with its metrics. */
export async function serve(app: FastifyInstance, ownMetrics: () => Promise<OwnMetrics>): Promise<void> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.on("message", async () => process.send?.(withProcessMetrics(await ownMetrics())));
  process.on("disconnect", () => process.exit());
  process.send?.({ url: app.listeningOrigin });
}

function withProcessMetrics(ownMetrics: OwnMetrics): ProcessMetrics {
  const { user, system } = process.cpuUsage();
  return { ...ownMetrics, memory: process.memoryUsage.rss() / 1024 / 1024, processor: user + system };
}
