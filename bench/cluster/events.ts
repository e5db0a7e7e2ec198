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
/** How long a lost machine stays away once the others go on without it. */
const AWAY_MS = 10_000;
const WRITER_LOST = "the writer is lost";
const WRITER_FREEZES = "the writer freezes";
/** The events that leave the shop without a writer. */
export const WITHOUT_WRITER: readonly string[] = [WRITER_LOST, WRITER_FREEZES];
export const UPDATE = "rolling update";

interface EventParts {
  instances: Instance[];
  databases: DatabaseMachines;
  objects: ObjectStore;
  releases: Releases;
  /** Runs `npm run migrate` of a release. */
  migrate(release: string): Promise<void>;
}

export function clusterEvents({ instances, databases, objects, releases, migrate }: EventParts): ClusterEvent[] {
  const { now, next } = releases;
  const update = async (release: string) => {
    await migrate(release);
    for (const instance of instances) {
      await instance.stop();
      instance.start(release);
      await instance.ready();
    }
  };
  return [
    {
      name: "an instance is killed",
      async run() {
        const [instance] = instances as [Instance];
        await instance.kill();
        await pause(RESTART_AFTER_MS);
        instance.start(now);
        await instance.ready();
      },
    },
    {
      name: WRITER_LOST,
      async run() {
        const lost = await databases.writer();
        await lost.kill();
        await databases.writer();
        await pause(AWAY_MS);
        lost.start();
        await lost.streams();
      },
    },
    {
      name: WRITER_FREEZES,
      async run() {
        const frozen = await databases.writer();
        frozen.freeze();
        await databases.writer();
        await pause(AWAY_MS);
        frozen.thaw();
        await frozen.streams();
      },
    },
    {
      name: "a reader is lost",
      async run() {
        const writer = await databases.writer();
        const lost = databases.machines.find((machine) => machine !== writer);
        if (!lost) throw new Error("There is no standby.");
        await lost.kill();
        await pause(AWAY_MS);
        lost.start();
        await lost.streams();
      },
    },
    {
      name: "the object store is lost",
      async run() {
        await objects.kill();
        await pause(AWAY_MS);
        await objects.start();
      },
    },
    ...(next ? [{ name: UPDATE, run: () => update(next) }] : []),
  ];
}
