/** Starts all parts of the cluster. */

import { type Provider, paymentEnvironment } from "../start-provider.ts";
import { type ClusterEvent, clusterEvents } from "./events.ts";
import { type Cdn, type Pooler, startHaproxy, startPgbouncer, startVarnish } from "./gateways.ts";
import { createInstance, runMigrations } from "./instances.ts";
import { type ObjectStore, startObjectStore } from "./object-store.ts";
import { type DatabaseMachines, startDatabaseMachines } from "./patroni.ts";
import { freePorts, type Processes, waitUntil } from "./processes.ts";
import type { ClusterPrograms } from "./programs.ts";
import type { Releases } from "./releases.ts";
import { copyTemplate, urlOf } from "./template.ts";

export interface Cluster {
  cdn: Cdn;
  pooler: Pooler;
  databases: DatabaseMachines;
  objects: ObjectStore;
  /** The database through HAProxy, which forwards to the current writer. */
  writerUrl: string;
  /** Returns the URLs of the CDN and of the instances. */
  origins(): string[];
  events: ClusterEvent[];
}

interface Parts {
  processes: Processes;
  programs: ClusterPrograms;
  /** A filled data folder. */
  template: string;
  releases: Releases;
  provider: Provider;
}

export async function startCluster({ processes, programs, template, releases, provider }: Parts): Promise<Cluster> {
  const databases = await startDatabaseMachines(
    processes,
    programs.postgresql,
    copyTemplate(processes, template, "postgres1"),
  );
  const ports = await freePorts(2);
  const balancer = await startHaproxy(processes, databases.machines, ports);
  const writerUrl = urlOf(balancer.writerPort);
  const pooler = await startPgbouncer(processes, programs.pgbouncer, balancer.writerPort);
  const cdn = await startVarnish(processes, balancer.url);
  const objects = await startObjectStore(processes);
  const environment = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: writerUrl,
    DATABASE_READ_URL: urlOf(balancer.readerPort),
    MIGRATE_AT_START: "false",
    SHOP_ORIGIN: cdn.url,
    TRUST_PROXY: "loopback",
    CDN_PURGE: "varnish",
    CDN_PURGE_URLS: `${cdn.url}/`,
    ...objects.environment,
    ...paymentEnvironment(provider),
  };
  const instances = ports.map((port, at) => createInstance(processes, `kewra${at + 1}`, port, environment));
  const migrate = (release: string) => runMigrations(processes, release, environment);
  await migrate(releases.now);
  for (const instance of instances) instance.start(releases.now);
  await Promise.all(instances.map((instance) => instance.ready()));
  await waitUntil("the CDN reaches an instance", async () => (await fetch(`${cdn.url}/readyz`)).ok);
  await provider.serve(cdn.url);
  return {
    cdn,
    pooler,
    databases,
    objects,
    writerUrl,
    origins: () => [cdn.url, ...instances.map(({ url }) => url)],
    events: clusterEvents({ instances, databases, objects, releases, migrate }),
  };
}
