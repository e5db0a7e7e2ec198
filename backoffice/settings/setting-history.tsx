import { useEffect, useState } from "react";
import type { AdminSetting, SettingChange } from "../../contract/admin/settings.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

/** Lists who changed a setting, when, from what and to what. */
export function SettingHistory({ setting, onClose }: { setting: AdminSetting; onClose: () => void }) {
  const [changes, setChanges] = useState<readonly SettingChange[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const { run, busy, error } = useAction();
  const read = (before?: string) =>
    run(async () => {
      const page = await call("listSettingChanges", { params: { name: setting.name }, query: { before } });
      setChanges((shown) => [...(shown ?? []), ...page.changes]);
      setHasMore(page.hasMore);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is opened for one setting
  useEffect(() => void read(), []);
  return (
    <Dialog title={`History: ${setting.label}`} onClose={onClose}>
      <Problem error={error} />
      {changes === null && !error && <p role="status">Loading …</p>}
      {changes?.length === 0 && <p role="status">It hasn’t been changed yet.</p>}
      <ol className="grid max-h-[60vh] gap-3 overflow-y-auto">
        {changes?.map(({ _id: id, at, actor, before, after, isReset, isSecret }) => (
          <li key={id} className="wrap-anywhere">
            {isSecret ? (
              "Changed."
            ) : before === null && after === null ? (
              "Changed in the database, bypassing the shop."
            ) : (
              <>
                <del className="text-bark">{before || "empty"}</del> → {after || "empty"}
              </>
            )}
            {isReset && " (the default)"}
            <span className="block text-bark text-small">
              {actor}, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex justify-end gap-2">
        {hasMore && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() => void read(changes?.at(-1)?._id)}
          >
            Show older ones
          </Button>
        )}
        <button type="button" className="button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
