import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A shop besides the one that the tests share, in a process of its own. */
export interface OwnShop {
  url: string;
  stop(): Promise<void>;
}

/** Starts a program that prints where its shop is open, as `server/main.ts` does. */
export async function startOwnShop(file: string, env: NodeJS.ProcessEnv = {}): Promise<OwnShop> {
  const child: ChildProcess = fork(file, {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (output) => {
      const [, opened] = /open at (http:\/\/\S+)/.exec(String(output)) ?? [];
      if (opened) resolve(opened);
    });
    child.once("exit", (code) => reject(new Error(`the shop ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      if (child.kill()) await once(child, "exit");
    },
  };
}
