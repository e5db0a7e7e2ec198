import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between a server and its database, which can drop packets silently. */
export interface TcpProxy {
  /** `url` with the proxy's host and port. */
  url: string;
  /** Open connections stay open but transmit nothing from now on. New ones work. */
  silence(): void;
  close(): Promise<void>;
}

/**
 * @param listenOn a free port; any by default
 * @param delayMs by how much later everything that the database sends arrives
 */
export async function startTcpProxy(target: string, listenOn = 0, delayMs = 0): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far);
    if (delayMs > 0) far.on("data", (sent) => void setTimeout(() => near.write(sent), delayMs));
    else far.pipe(near);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on("error", () => {});
      one.once("close", () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  }).listen(listenOn, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as { port: number };
  return {
    url: Object.assign(new URL(target), { hostname: "127.0.0.1", port: String(own) }).href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
    async close() {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
