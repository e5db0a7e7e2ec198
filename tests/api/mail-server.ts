/** A real SMTP server for the outbox. */

import { once } from "node:events";
import { SMTPServer } from "smtp-server";

export interface Received {
  from: string;
  to: string[];
  content: string;
}

/**
 * A mail server for one test.
 * @param rejectMails the response instead of accepting a mail
 * @param onMail is called with each mail
 */
export async function mailServer(
  port = 0,
  rejectMails?: (attempt: number, recipient: string) => { responseCode: number; message: string } | null,
  onMail?: (mail: Received) => void,
) {
  const received: Received[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    // Does not wait for the shop's idle connections.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      attempts += 1;
      const refusal = rejectMails?.(attempts, address);
      done(refusal ? Object.assign(new Error(refusal.message), refusal) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(parts).toString(),
        };
        received.push(mail);
        onMail?.(mail);
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address() as { port: number };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { received, port: address.port, attempts: () => attempts, close };
}

/** The value of a mail's header, unfolded; ignores similar lines in the body. */
export function headerOf(content: string, name: string): string | undefined {
  const [headers = ""] = content.split("\r\n\r\n");
  const [, value] = new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "im").exec(headers) ?? [];
  return value?.replace(/\r\n[ \t]+/g, " ").trim();
}
