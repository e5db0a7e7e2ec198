import { useEffect, useState } from "react";
import type { PhoneUpdates as Updates } from "../../contract/accounts/schemas.ts";
import { CHANNEL_NAMES, type PhoneChannel } from "../../contract/phone-messages/channels.ts";
import { accountUpdatesWording } from "../../contract/phone-messages/consent.ts";
import { api } from "../api/api.ts";
import { toRequestError } from "../api/request.ts";
import { announce } from "../shared/announcer.tsx";

/** Switches updates about all orders on the phone, for each channel of the shop. @param mobile the stored number: another one is another consent */
export function PhoneUpdates({ mobile }: { mobile: string }) {
  const [updates, setUpdates] = useState<Updates | null>(null);
  const [busy, setBusy] = useState<PhoneChannel | null>(null);
  const [message, setMessage] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number has consents of its own
  useEffect(() => {
    let isLatest = true;
    api.readPhoneUpdates().then(
      (read) => isLatest && setUpdates(read),
      (error: unknown) => isLatest && setMessage(toRequestError(error).message),
    );
    return () => {
      isLatest = false;
    };
  }, [mobile]);

  async function change(channel: PhoneChannel, isOn: boolean): Promise<void> {
    setBusy(channel);
    setMessage("");
    try {
      setUpdates(await api.changePhoneUpdates({ body: { channel, isOn } }));
      announce(isOn ? "Updates are on." : "Updates are off.");
    } catch (error) {
      setMessage(toRequestError(error).message);
    }
    setBusy(null);
  }

  if (updates?.mobile === "") return <p className="text-bark">Save a mobile number above to get updates there.</p>;
  return (
    <div className="min-h-11">
      {updates?.channels.map(({ channel, isOn, isStopped }) => (
        <div key={channel}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={isOn}
              disabled={busy === channel}
              onChange={({ target }) => void change(channel, target.checked)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span>{accountUpdatesWording(channel, updates.mobile)}</span>
          </label>
          {isStopped && (
            <p className="text-bark text-small">
              This phone has sent STOP. To get messages again, send START to us by {CHANNEL_NAMES[channel]}.
            </p>
          )}
        </div>
      ))}
      {message && (
        <p role="alert" className="text-small text-terracotta">
          {message}
        </p>
      )}
    </div>
  );
}
