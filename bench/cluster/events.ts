/** What happens to the cluster while it is in use. Each event ends when everything runs again. */

import { setTimeout as pause } from "node:timers/promises";
import type { Instance } from "./instances.ts";
import type { ObjectStore } from "./object-store.ts";
import type { DatabaseMachines } from "./patroni.ts";
import type { Releases } from "./releases.ts";

export interface ClusterEvent {
  name: string;
  run(): Promise<void>;
}

/** RestartSec in deploy/systemd. */
const RESTART_AFTER_MS = 2000;
/** How long a lost machine is away: longer than Patroni waits for it (`ttl` in deploy/patroni). */
const AWAY_MS = 25_000;

interface EventParts {
  instances: Instance[];
  databases: DatabaseMachines;
  objects: ObjectStore;
  releases: Releases;
  /** Runs `npm run migrate` of a release. */
  migrate(release: string): Promise<void>;
}

export function clusterEvents({ instances, databases, objects, releases, migrate }: EventParts): ClusterEvent[] {
  return [
    {
      name: "an instance is killed",
      async run() {
        const [instance] = instances as [Instance];
        await instance.kill();
        await pause(RESTART_AFTER_MS);
        instance.start(releases.now);
        await instance.ready();
      },
    },
    {
      name: "the writer is lost",
      async run() {
        const lost = await databases.writer();
        await lost.kill();
        await pause(AWAY_MS);
        await databases.writer();
        lost.start();
        await lost.streams();
      },
    },
    {
      name: "a reader is lost",
      async run() {
        const writer = await databases.writer();
        const lost = databases.machines.find((machine) => machine !== writer);
        if (!lost) throw new Error("There is no standby.");
        await lost.kill();
        await pause(AWAY_MS / 2);
        lost.start();
        await lost.streams();
      },
    },
    {
      name: "the object store is lost",
      async run() {
        await objects.kill();
        await pause(AWAY_MS / 2);
        await objects.start();
      },
    },
    {
      name: "rolling update",
      async run() {
        await migrate(releases.next);
        for (const instance of instances) {
          await instance.stop();
          instance.start(releases.next);
          await instance.ready();
        }
      },
    },
  ];
}
