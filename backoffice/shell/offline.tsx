import { useEffect, useState, useSyncExternalStore } from "react";

const watch = (onChange: () => void) => {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
};

/**
 * Says that there is no connection. Meanwhile links stay here: a page whose script is not loaded yet would make the router reload the
 * document, and the browser's own error would replace what is open.
 */
export function Offline() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    if (isOnline) return setIsBlocked(false);
    const block = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.getAttribute("href")?.startsWith("/")) return;
      event.preventDefault();
      event.stopPropagation();
      setIsBlocked(true);
    };
    document.addEventListener("click", block, true);
    return () => document.removeEventListener("click", block, true);
  }, [isOnline]);
  return (
    <div role="status">
      {!isOnline && (
        <p className="panel mb-4 border-terracotta px-4 py-2 text-terracotta">
          You are offline. What you have typed stays here.
          {isBlocked && " Pages open again when the connection is back."}
        </p>
      )}
    </div>
  );
}
