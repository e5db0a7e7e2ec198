import { createTransport } from "nodemailer";
import type { MailTransport, OutgoingMail } from "./transport.ts";

const CONNECT_MS = 20_000;
/** Long, because a server may scan a mail for a while before it accepts it. */
const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Sends mails through a mail server.
 * @param url such as `smtps://user:password@mail.example:465` or `smtp://localhost:1025`; with `smtp:` the connection is encrypted if the
 * server supports it
 * @param maxConnections the number of mails sent at once
 */
export function smtpTransport(url: string, maxConnections: number): MailTransport {
  const transport = createTransport({
    ...connectionOf(url),
    pool: true,
    maxConnections,
    // The job retries: it counts attempts and pauses between them.
    maxRequeues: 0,
    // Prevents the library from reading files or URLs that a mail names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, replyTo, unsubscribeUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        // An object is always one address; the library might parse a string as several.
        to: { name: "", address: to },
        ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
        // With both List headers, mail programs show an unsubscribe button, which sends one POST (RFC 8058).
        ...(unsubscribeUrl !== null && { list: { unsubscribe: unsubscribeUrl, id: listIdOf(mail.from) } }),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl !== null && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
        },
      });
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in, without sending anything. @throws Error with the mail server's answer */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport(connectionOf(url));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function connectionOf(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: searchParams.get("tls") === "required",
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
  };
}

/** Identifies the newsletter for filters of mail programs (RFC 2919), whatever the subject of an issue. */
const listIdOf = ({ name, address }: OutgoingMail["from"]) => ({
  url: `newsletter.${address.slice(address.lastIndexOf("@") + 1)}`,
  comment: `${name} newsletter`,
});
