import { useCopy } from "../shared/use-copy.ts";

interface CopiedAddressProps {
  url: string;
  /** What it is the address of, for screen readers: "the URL of Google". */
  of: string;
}

/** An address in one line, and a button that copies it. */
export function CopiedAddress({ url, of }: CopiedAddressProps) {
  const { copy, said } = useCopy();
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,max-content)_auto] items-baseline justify-start gap-x-3">
      {/* Cut at its beginning, which all addresses of the shop share. */}
      <code dir="rtl" className="truncate text-left" title={url}>
        <bdi className="select-all">{url}</bdi>
      </code>
      <button type="button" className="text-link py-1" onClick={() => void copy(url)}>
        Copy<span className="sr-only"> {of}</span>
      </button>
      <p role="status" className="col-span-2 text-bark text-small">
        {said}
      </p>
    </div>
  );
}
