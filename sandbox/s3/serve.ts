/** Runs the S3 server until it is killed: `node sandbox/s3/serve.ts --port 9000 --folder DIR --bucket shop --key ID --secret SECRET`. */

import { parseArgs } from "node:util";
import { startS3Server } from "./server.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "9000" },
    folder: { type: "string" },
    bucket: { type: "string", default: "shop" },
    key: { type: "string", default: "shop" },
    secret: { type: "string", default: "the sandbox's secret" },
  },
});
if (!values.folder) {
  process.stderr.write("Name the folder of the objects: --folder DIR\n");
  process.exit(1);
}
const { endpoint } = await startS3Server({
  folder: values.folder,
  buckets: [values.bucket],
  port: Number(values.port),
  accessKeyId: values.key,
  secretAccessKey: values.secret,
  publicPrefix: "assets/",
});
process.stdout.write(`S3 at ${endpoint}, bucket ${values.bucket}. Stop with Ctrl-C.\n`);
process.send?.({ endpoint });
