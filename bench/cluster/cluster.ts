/** `npm run cluster`: runs the shop on several machines' worth of processes, breaks them in turn, and counts what visitors notice. */

import { setTimeout as pause } from "node:timers/promises";
import { duration } from "../../scripts/command.ts";
import { readScriptOptions } from "../../server/operations/commands/declare.ts";
import { startPostgres } from "../../tests/postgres.ts";
import { startProvider } from "../start-provider.ts";
import { startCluster } from "./assembly.ts";
import { UPDATE, WITHOUT_WRITER } from "./events.ts";
import { startFreshnessProbe } from "./freshness.ts";
import { startLoad } from "./load.ts";
import { type LoadSize, measureAlone, measureCost, planFor } from "./measurements.ts";
import { createProcesses } from "./processes.ts";
import { type ClusterPrograms, findClusterPrograms, findPostgres } from "./programs.ts";
import { readCaptured, reconcilePayments } from "./reconciliation.ts";
import { makeReleases, type Releases } from "./releases.ts";
import { type Run, report, reportAlone } from "./report.ts";
import { summarise } from "./summary.ts";
import { fillTemplate } from "./template.ts";

const options = readScriptOptions({
  name: "cluster",
  summary:
    "runs several instances with their databases on this machine, breaks them in turn, and reports what was lost",
  options: {
    products: { value: "NUMBER", default: "1000", summary: "size of the catalogue" },
    orders: { value: "NUMBER", default: "1000", summary: "earlier orders in the database" },
    rate: { value: "NUMBER", default: "100", summary: "visitors' requests a second" },
    buyers: { value: "NUMBER", default: "8", summary: "customers who buy at the same time, at most 32" },
    seconds: { value: "NUMBER", default: "20", summary: "how long each measurement without an event lasts" },
    events: { value: "PATTERN", default: "", summary: "a regular expression for the names of the events" },
    minutes: { value: "NUMBER", default: "60", summary: "after which the run gives up" },
    alone: { summary: "measures one process with one PostgreSQL and no cluster, which needs no other program" },
    keep: { value: "FOLDER", summary: "keeps the filled database, so that the next run need not fill it" },
  },
});

/** The exit code when a program is not installed, which is no failure of the cluster. */
const MISSING_PROGRAMS = 3;

const startedAt = Date.now();
const say = (line: string) => process.stderr.write(`${duration(Date.now() - startedAt).padEnd(12)}${line}\n`);
const programs = options.alone ? findPostgres() : findClusterPrograms();
if ("missing" in programs) {
  for (const line of programs.missing) say(line);
  process.exit(MISSING_PROGRAMS);
}
setTimeout(() => {
  say(`Given up after ${options.minutes} minutes.`);
  process.exit(1);
}, Number(options.minutes) * 60_000).unref();

const seconds = Number(options.seconds);
const sizes = { products: Number(options.products), orders: Number(options.orders) };
const processes = createProcesses();
say(`Logs are in ${processes.folder} while this runs.`);
/** The time after an event in which errors still count as its effect. */
const SETTLING_MS = 5000;
const CHANGE_EVERY_MS = 5000;

const providerDatabase = await startPostgres({ own: true });
const provider = await startProvider(providerDatabase.url);
try {
  say("The releases …");
  const releases = await makeReleases(
    (name) => processes.makeFolder(`releases/${name}`),
    isCluster(programs) && isWanted(UPDATE),
  );
  say("Filling the database …");
  const template = await fillTemplate(processes, programs.postgresql, sizes, options.keep ?? null, say);
  say("One process with one PostgreSQL …");
  const load = { rate: Number(options.rate), buyers: Number(options.buyers), products: sizes.products };
  const binaries = programs.postgresql;
  const oneProcess = await measureAlone({ processes, binaries, template, releases, provider, load, seconds });
  const alone = { programs: programs.versions, sizes, oneProcess };
  if (isCluster(programs)) await measureCluster({ programs, template, releases, load, alone });
  else process.stdout.write(`\n${reportAlone(alone)}\n`);
} finally {
  provider.stop();
  await processes.close();
  await providerDatabase.stop();
}

function isWanted(event: string): boolean {
  return new RegExp(options.events).test(event);
}

function isCluster(found: Pick<ClusterPrograms, "postgresql">): found is ClusterPrograms {
  return "pgbouncer" in found;
}

interface ClusterRun {
  programs: ClusterPrograms;
  template: string;
  releases: Releases;
  load: LoadSize;
  /** What the same load did with one process. */
  alone: Pick<Run, "programs" | "sizes" | "oneProcess">;
}

/** Breaks the cluster's parts in turn under load, and prints the report. */
async function measureCluster({ programs, template, releases, load, alone }: ClusterRun): Promise<void> {
  // Payments of another shop.
  const earlier = new Set(await readCaptured(providerDatabase.url));
  const clusterSince = new Date();
  say("The cluster …");
  const cluster = await startCluster({ processes, programs, template, releases, provider });
  const plan = { ...(await planFor(cluster.cdn.url, provider.url, load)), pictures: cluster.objects.pictures };
  say("What a purchase costs …");
  const cost = await measureCost(cluster, plan, seconds);

  const running = startLoad(plan);
  const probe = startFreshnessProbe(cluster.writerUrl, cluster.origins, CHANGE_EVERY_MS);
  await pause(3000);
  say("The cluster without events …");
  const from = Date.now();
  const cdnBefore = cluster.cdn.counts();
  await pause(seconds * 1000);
  const cdn = { before: cdnBefore, after: cluster.cdn.counts(), seconds: (Date.now() - from) / 1000 };
  const phases = [{ name: "without events", from, to: Date.now(), recoveryMs: 0 }];
  for (const { name, run } of cluster.events) {
    if (!isWanted(name)) continue;
    say(`${name} …`);
    const begun = Date.now();
    await run();
    const recoveryMs = Date.now() - begun;
    await pause(SETTLING_MS);
    phases.push({ name, from: begun, to: Date.now(), recoveryMs });
  }
  await probe.stop();
  const outcome = await running.stop();
  say("Reconciling payments …");
  const reconciliation = await reconcilePayments(
    cluster.writerUrl,
    (await readCaptured(providerDatabase.url)).filter((payment) => !earlier.has(payment)),
    outcome.confirmed,
    clusterSince,
  );
  const summarised = phases.map((phase) => ({ ...phase, ...summarise(outcome, phase.from, phase.to) }));
  const text = report({ ...alone, cost, cdn, phases: summarised, changes: probe.changes, reconciliation });
  process.stdout.write(`\n${text}\n`);
  const isSound = summarised.every(({ name, failedReads }) => failedReads === 0 || !WITHOUT_WRITER.includes(name));
  process.exitCode = isSound && reconciliation.lost.length + reconciliation.paidTwice.length === 0 ? 0 : 1;
}
