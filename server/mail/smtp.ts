import { createTransport } from "nodemailer";
import type { MailTransport } from "./transport.ts";

const CONNECT_MS = 20_000;
/** A server may look into a mail for a while before it takes it. */
const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Hands mails to a mail server.
 * @param url such as `smtps://user:password@mail.example:465` or `smtp://localhost:1025`; with `smtp:` the connection is encrypted
 * where the server offers it
 */
export function smtpTransport(url: string): MailTransport {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: searchParams.get("tls") === "required",
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    // Another try is the outbox's matter: it counts them and waits in between.
    maxRequeues: 0,
    // A mail is text of our own; nothing in it may make the server read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, replyTo, unsubscribeUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        // An object is one address; of a text the library might read several.
        to: { name: "", address: to },
        ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
        // With both List headers a mail program shows a button of its own for leaving, and one POST does it (RFC 8058).
        ...(unsubscribeUrl !== null && { list: { unsubscribe: unsubscribeUrl } }),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl !== null && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
        },
      });
    },
    close: () => transport.close(),
  };
}
