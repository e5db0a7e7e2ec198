import { Problem } from "./field.tsx";
import type { useUploads } from "./use-uploads.ts";

/** Files on their way, and those that did not arrive, which can be sent again. */
export function UploadList({ uploads: { list, retry, dismiss } }: { uploads: ReturnType<typeof useUploads> }) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="grid gap-1">
      {list.map(({ key, name, share, problem }) => (
        <li key={key} className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{name}</span>
          {problem === null ? (
            <progress aria-label={`Upload of ${name}`} value={share} max={1} />
          ) : (
            <>
              <Problem error={problem} otherwise={problem.message} />
              <button type="button" className="button-quiet" onClick={() => retry(key)}>
                Try again<span className="sr-only">: {name}</span>
              </button>
              <button type="button" className="button-quiet" onClick={() => dismiss(key)}>
                Dismiss<span className="sr-only">: {name}</span>
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
