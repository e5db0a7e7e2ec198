/** The proxies of docs/deployment/one-machine.md, with the files of deploy/ and a certificate of this test. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

const FILES = join(import.meta.dirname, "../../deploy");
const LARGE_BYTES = 60 * 1024 * 1024;

const started: { proxy: ChildProcess; shop: Server; folder: string }[] = [];
afterEach(async () => {
  for (const { proxy, shop, folder } of started.splice(0)) {
    const gone = once(proxy, "exit");
    if (proxy.exitCode === null && proxy.kill("SIGKILL")) await gone;
    shop.closeAllConnections();
    shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Received {
  headers: IncomingHttpHeaders;
  bytes: number;
}

/** Answers each request with what it has received. */
async function startShop(): Promise<Server> {
  const shop = createServer((incoming, response) => {
    let bytes = 0;
    incoming.on("data", (part: Buffer) => {
      bytes += part.length;
    });
    incoming.on("end", () => response.end(JSON.stringify({ headers: incoming.headers, bytes } satisfies Received)));
  });
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  return shop;
}

const portOf = (server: Server) => (server.address() as { port: number }).port;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

function post(port: number, body: Buffer, headers: Record<string, string> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: "/",
        servername: "shop.example",
        rejectUnauthorized: false,
        headers: { host: "shop.example", "content-length": body.length, ...headers },
      },
      (response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${response.statusCode}: ${text}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const PROXIES = {
  nginx: {
    missing: spawnSync("/usr/sbin/nginx", ["-v"]).status === 0 ? null : "nginx is not installed here",
    start(folder: string, port: number, httpPort: number, shop: number) {
      const server = readFileSync(join(FILES, "nginx/shop.conf"), "utf8")
        .replace("listen 443", `listen 127.0.0.1:${port}`)
        .replace("listen 80", `listen 127.0.0.1:${httpPort}`)
        .replace("127.0.0.1:3000", `127.0.0.1:${shop}`)
        .replace(/\/etc\/letsencrypt\/live\/shop\.example/g, folder);
      const config = join(folder, "nginx.conf");
      writeFileSync(
        config,
        `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${server}\n}`,
      );
      return spawn("/usr/sbin/nginx", ["-p", folder, "-c", config], { stdio: "ignore" });
    },
  },
  caddy: {
    missing: spawnSync("caddy", ["version"]).status === 0 ? null : "caddy is not installed here",
    start(folder: string, port: number, httpPort: number, shop: number) {
      const site = readFileSync(join(FILES, "caddy/Caddyfile"), "utf8")
        .replace(
          "shop.example {",
          `shop.example:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        )
        .replace("localhost:3000", `127.0.0.1:${shop}`);
      const config = join(folder, "Caddyfile");
      writeFileSync(config, `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n}\n${site}`);
      const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
        stdio: "ignore",
        env: environment,
      });
    },
  },
};

describe.each(Object.entries(PROXIES))("behind %s", (_name, { missing, start }) => {
  it("the shop learns the visitor's address and https, whatever the visitor claims, and receives large videos", async ({
    skip,
  }) => {
    if (missing) skip(missing);
    const folder = mkdtempSync(join(tmpdir(), "https-proxy-"));
    const certificate = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=shop.example"],
      ...["-addext", "subjectAltName=DNS:shop.example"],
      ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
    ]);
    expect(certificate.status, String(certificate.stderr)).toBe(0);
    const shop = await startShop();
    const [port, httpPort] = [await freePort(), await freePort()];
    started.push({ proxy: start(folder, port, httpPort, portOf(shop)), shop, folder });
    const forged = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" };
    const small = await vi.waitFor(() => post(port, Buffer.from("x"), forged), {
      timeout: LONGEST_WAIT_MS,
      interval: 50,
    });
    expect(small.headers).toMatchObject({
      host: "shop.example",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
    });
    expect(await post(port, Buffer.alloc(LARGE_BYTES))).toMatchObject({ bytes: LARGE_BYTES });
  });
});
