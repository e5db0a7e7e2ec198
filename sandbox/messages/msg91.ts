/** MSG91, as far as a shop uses it: `POST /api/v5/flow`. What DLT would not let through fails by its report, as at the operators. */

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { losesResponse, type PhoneFaults } from "./faults.ts";
import { addMessage, findTemplate, newRequestId, type SandboxPhoneMessage } from "./phones.ts";
import { loseResponse } from "./whatsapp.ts";

const FLOW = z.object({
  template_id: z.string(),
  recipients: z.array(z.looseObject({ mobiles: z.string().regex(/^91\d{10}$/) })).min(1),
});

const MAX_VALUE = 40;
const FITS: Readonly<Record<string, RegExp>> = {
  numeric: /^\d+$/,
  alphanumeric: /^[\x20-\x7e]+$/,
  url: /^https?:\/\/[\x21-\x7e]+$/,
};

interface Msg91Deps {
  db: Database;
  authKey: string;
  faults: PhoneFaults;
  /** @param code why DLT lets it not through; null if it does */
  onAccepted(message: SandboxPhoneMessage, code: number | null): void;
}

export async function msg91Routes(app: FastifyInstance, { db, authKey, faults, onAccepted }: Msg91Deps): Promise<void> {
  app.post("/api/v5/flow", async (request, reply) => {
    if (request.headers.authkey !== authKey)
      return reply.code(401).send({ type: "error", message: "Unauthorized: authkey is not valid" });
    const read = FLOW.safeParse(request.body);
    if (!read.success) return { type: "error", message: "Invalid request" };
    const template = await findTemplate(db, "sms", read.data.template_id);
    // MSG91 responds to errors with status 200, too.
    if (!template) return { type: "error", message: "template id missing or not mapped" };
    const providerId = newRequestId();
    for (const { mobiles, ...values } of read.data.recipients) {
      const written = (name: string) => String(values[name] ?? "");
      const text = template.text.replace(/##([a-z_]+)##/g, (_, name: string) => written(name));
      const isUnfit = Object.entries(template.kinds).some(
        ([name, kind]) => written(name).length > MAX_VALUE || !FITS[kind]?.test(written(name)),
      );
      const message = await addMessage(db, { channel: "sms", mobile: mobiles.slice(2), text, providerId });
      onAccepted(message, template.state !== "APPROVED" ? 631 : isUnfit ? 630 : null);
    }
    if (losesResponse(faults)) return loseResponse(reply);
    return { type: "success", message: providerId };
  });
}
