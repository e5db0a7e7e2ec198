import { once } from "node:events";
import { Agent, createServer, request } from "node:http";

/** A load balancer over HTTP: round robin over the instances whose `/readyz` returns 200. It repeats no request. */
export interface Balancer {
  url: string;
  add(instance: string): void;
  /** How many instances are ready. */
  ready(): number;
  close(): Promise<void>;
}

const CHECK_MS = 50;

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const instances = new Map<string, boolean>();
  let next = 0;

  const check = async () => {
    const checkOne = async (instance: string) => {
      const status = await fetch(`${instance}/readyz`, { headers: { connection: "close" } }).then(
        (response) => response.status,
        () => null,
      );
      if (status === null && instances.get(instance) === false) instances.delete(instance);
      else instances.set(instance, status === 200);
    };
    await Promise.all([...instances.keys()].map(checkOne));
    if (!closed) timer = setTimeout(check, CHECK_MS);
  };
  let closed = false;
  let timer = setTimeout(check, 0);

  const server = createServer((incoming, outgoing) => {
    const ready = [...instances].filter(([, isReady]) => isReady);
    const [instance] = ready[next++ % ready.length] ?? [];
    const fail = (reason: string) => {
      if (outgoing.headersSent) return outgoing.destroy();
      outgoing.writeHead(502, { "content-type": "application/json" }).end(JSON.stringify({ reason }));
    };
    if (!instance) return fail("no instance is ready");
    const { method, headers, url } = incoming;
    const forwarded = request(`${instance}${url}`, {
      method,
      headers: { ...headers, connection: "keep-alive" },
      agent,
    });
    forwarded.on("response", (response) => {
      const { connection: _, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, passed);
      response.pipe(outgoing);
    });
    forwarded.on("error", (error) => fail(error.message));
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    add: (instance) => void instances.set(instance, false),
    ready: () => [...instances.values()].filter(Boolean).length,
    async close() {
      closed = true;
      clearTimeout(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
