import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelDownloader } from "./label-download.ts";

let label: Buffer;
let api: string;
let inside: string;
const asked: string[] = [];
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
beforeAll(async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([283, 425]);
  label = Buffer.from(await pdf.save());
  // What only this machine reaches.
  inside = await serve(({ url = "" }, response) => {
    asked.push(url);
    response.end(label);
  });
  const answers: Readonly<Record<string, string | Buffer>> = {
    "/label": label,
    "/page": "<script>alert(1)</script>",
    "/nothing": "",
    "/damaged": "%PDF-1.4\nno pages",
    "/endless": Buffer.alloc(11 * 1024 * 1024, "%PDF-"),
  };
  api = await serve(({ url = "" }, response) => {
    if (url === "/elsewhere") response.writeHead(302, { location: `${inside}/redirected` });
    response.end(answers[url]);
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

const download = (url: string) => labelDownloader({ api: `${api}/v1`, timeoutMs: 5000 })(url);

describe("a courier’s label", () => {
  it("is fetched from the server of its API", async () => {
    expect(await download(`${api}/label`)).toEqual(label);
  });

  it("is fetched from no other address of this machine or its network, whatever the courier names", async () => {
    for (const url of [
      `${inside}/named`,
      `${inside.replace("http:", "https:")}/named`,
      `${api}/elsewhere`,
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/label",
      "data:application/pdf;base64,JVBERi0=",
      "file:///etc/hostname",
    ])
      await expect(download(url), url).rejects.toMatchObject({ kind: "not_sent", reason: "unavailable" });
    await expect(download("no address")).rejects.toMatchObject({ kind: "refused" });
    expect(asked).toEqual([]);
  });

  it("of the demo’s courier is fetched within the process, also behind a proxy that changes its origin", async () => {
    const fetch = async () => new Response(new Uint8Array(label));
    const inProcess = labelDownloader({ api: "https://shop.example/sandbox", timeoutMs: 5000, fetch });
    expect(await inProcess("http://shop.example/sandbox/label.pdf")).toEqual(label);
  });

  it("is taken only if it can be printed", async () => {
    for (const path of ["/page", "/nothing", "/damaged", "/endless", "/unknown"])
      await expect(download(`${api}${path}`), path).rejects.toMatchObject({ kind: "not_sent" });
  });
});
