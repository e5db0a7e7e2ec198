import { Fragment } from "react";

/** An email in a narrow column: if it is too long, it breaks before its domain. */
export function Email({ of }: { of: string }) {
  return (
    <span className="wrap-anywhere">
      {of.split(/(?=@)/).map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
