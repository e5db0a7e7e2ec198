import { useState } from "react";
import type { NoticePreview } from "../../contract/admin/incidents.ts";
import type { RequestError } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { PERSON_NAMES, peopleOf } from "./labels.ts";

interface NoticePreviewDialogProps {
  preview: NoticePreview;
  busy: boolean;
  error: RequestError | null;
  onSend: () => Promise<void>;
  onClose: () => void;
}

const emailsOf = (count: number) => (count === 1 ? "1 email" : `${count} emails`);

/** Shows whom a notice reaches, by kind, and the email as they will read it; then sends it. */
export function NoticePreviewDialog({ preview, busy, error, onSend, onClose }: NoticePreviewDialogProps) {
  const { kinds, emails, alreadySent, unknown, withoutEmail, mail } = preview;
  const [height, setHeight] = useState(320);
  const isNobody = emails === 0 && withoutEmail === 0;
  return (
    <DialogForm
      title={emails > 0 ? `Send ${emailsOf(emails)}?` : "Nobody to email"}
      submit="Send"
      isDanger
      busy={busy || isNobody || (emails === 0 && alreadySent > 0)}
      error={error}
      otherwise={error?.message}
      onSubmit={() => void onSend()}
      onClose={onClose}
    >
      {kinds.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          {kinds.map(({ kind, people }) => (
            <div key={kind} className="contents">
              <dt>{PERSON_NAMES[kind]}</dt>
              <dd className="text-right">{people}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="grid gap-1">
        <p>
          {emails > 0
            ? `${emailsOf(emails)}, each once, also to those who have unsubscribed. Sent emails can’t be recalled.`
            : isNobody
              ? "The shop has nobody’s address among these."
              : ""}
        </p>
        {alreadySent > 0 && <p>{emailsOf(alreadySent)} of these have this notice already and don’t get it again.</p>}
        {unknown > 0 && <p>{emailsOf(unknown)} of these the shop doesn’t know. The notice goes to them, too.</p>}
        {withoutEmail > 0 && (
          <p>
            {peopleOf(withoutEmail)} without an email: once the notice is sent, download their list, to call or write to
            them.
          </p>
        )}
      </div>
      <section aria-label="The email" className="overflow-x-auto border border-sand">
        <iframe
          title="The email"
          // Scripts do not run.
          sandbox="allow-same-origin"
          // Without the style sheet, which is for mail programs in dark mode, and which the page's policy would block.
          srcDoc={mail.html.replace(/<style>[\s\S]*?<\/style>/, "")}
          className="block w-full"
          height={height}
          onLoad={({ currentTarget }) =>
            setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)
          }
        />
      </section>
    </DialogForm>
  );
}
