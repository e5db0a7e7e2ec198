import { useCallback, useEffect, useState } from "react";
import type { Device } from "../../contract/accounts/schemas.ts";
import { formatRecentDateTime } from "../../contract/dates.ts";
import { deviceName } from "../../contract/device-name.ts";
import { api } from "../api/api.ts";
import { ignoreNotFound, toRequestError } from "../api/request.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { FormMessage } from "../shared/form/submit.tsx";
import { useRequest } from "../shared/form/use-request.ts";

export const DEVICES_TITLE = "Where you are logged in";

/** The customer's sessions, each with a logout button. This device has Logout. */
export function Devices() {
  const [devices, setDevices] = useState<Device[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [loggedOut, setLoggedOut] = useState<string | null>(null);
  const { running, start } = useRequest();

  const load = useCallback(() => {
    setMessage(null);
    api
      .listDevices()
      .then(setDevices, (error: unknown) =>
        setMessage(`We couldn’t load your devices. ${toRequestError(error).message}`),
      );
  }, []);
  useEffect(load, [load]);

  const end = ({ _id, userAgent }: Device) => {
    setMessage(null);
    setLoggedOut(null);
    void start(() => ignoreNotFound(api.endDevice({ params: { id: _id } })), {
      onSuccess() {
        setDevices((before) => before?.filter((device) => device._id !== _id) ?? null);
        setLoggedOut(deviceName(userAgent));
      },
      onError: (failed) => setMessage(failed.message),
    });
  };

  return (
    <>
      <FormMessage form={{ message }} />
      <p role="status" className="text-leaf text-small not-empty:mb-3">
        {loggedOut && `${loggedOut} has been logged out.`}
      </p>
      {devices ? (
        <ul className="divide-y divide-sand">
          {devices.map((device) => (
            <li key={device._id} className="flex flex-wrap items-center gap-x-4 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-[1_1_9rem]">
                <p>{deviceName(device.userAgent)}</p>
                {/* Several sessions of one browser differ in when they began. */}
                <div className="dotted text-bark text-small">
                  <p>{device.current ? "This device" : `Last used ${formatRecentDateTime(device.lastUsedAt)}`}</p>
                  <p>Logged in {formatRecentDateTime(device.createdAt)}</p>
                </div>
              </div>
              {!device.current && (
                <BusyButton
                  running={running}
                  onClick={() => end(device)}
                  className="min-h-11 shrink-0 text-leaf text-small text-link aria-disabled:opacity-60"
                >
                  Log out
                  <span className="sr-only">
                    {" "}
                    {deviceName(device.userAgent)}, logged in {formatRecentDateTime(device.createdAt)}
                  </span>
                </BusyButton>
              )}
            </li>
          ))}
        </ul>
      ) : message ? (
        <button type="button" className="button-quiet" onClick={load}>
          Try again
        </button>
      ) : (
        <div aria-hidden="true" className="h-16 animate-pulse rounded-control bg-linen" />
      )}
    </>
  );
}
