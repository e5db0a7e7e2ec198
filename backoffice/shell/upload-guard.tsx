import { useEffect, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { uploading } from "../api/upload.ts";
import { Dialog } from "../shared/dialog.tsx";

/** Asks before the page is left during an upload, which would be lost. */
export function UploadGuard() {
  const isUploading = useSyncExternalStore(uploading.subscribe, uploading.get);
  return isUploading && <LeaveQuestion />;
}

function LeaveQuestion() {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  if (state !== "blocked") return null;
  return (
    <Dialog title="A file is still uploading" onClose={reset}>
      <p>If you leave this page now, the file is lost.</p>
      <div className="mt-5 flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={proceed}>
          Leave the page
        </button>
        <button type="button" className="button-primary" onClick={reset}>
          Stay
        </button>
      </div>
    </Dialog>
  );
}
