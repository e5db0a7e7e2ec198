import type { FastifyInstance } from "fastify";

/** The metrics that a measured process reports. */
export interface Vitals {
  statements: number;
  /** Resident memory in megabytes. */
  memory: number;
  /** Processor time used so far, in microseconds. */
  processor: number;
}

/** Listens on a free port, reports it to the parent process, and answers each message with its metrics. */
export async function serve(app: FastifyInstance, vitals: () => Pick<Vitals, "statements">): Promise<void> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.on("message", () => process.send?.(measured(vitals())));
  process.on("disconnect", () => process.exit());
  process.send?.({ url: app.listeningOrigin });
}

function measured(vitals: Pick<Vitals, "statements">): Vitals {
  const { user, system } = process.cpuUsage();
  return { ...vitals, memory: process.memoryUsage.rss() / 1024 / 1024, processor: user + system };
}
