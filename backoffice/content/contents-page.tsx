import { useLoaderData } from "react-router";
import type { ListedDocument } from "../../contract/admin/content.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { DOCUMENT_NAMES } from "./labels.ts";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listContent", {}));

const COLUMNS: readonly [Column<ListedDocument>, ...Column<ListedDocument>[]] = [
  {
    name: "Part",
    phone: "title",
    cell: ({ name, deadLinks: dead }) => (
      <>
        {DOCUMENT_NAMES[name]}
        {dead > 0 && (
          <span className="block text-small text-terracotta">
            {dead === 1 ? "1 broken link" : `${dead} broken links`}
          </span>
        )}
      </>
    ),
  },
  {
    name: "Changed",
    phone: "below",
    phoneName: ({ last }) => (last ? { before: "Changed" } : undefined),
    cell: ({ last }) => (
      <span className="text-bark">
        {last ? `${formatDateTime(last.at)}, ${last.by}` : "Not changed since the set-up"}
      </span>
    ),
  },
  { name: "Version", isNumber: true, cell: ({ last }) => last?.version ?? 1 },
];

/** Lists pages, FAQs, menus, and the home page's content besides products. */
export default function ContentsPage() {
  const documents = useLoaderData<typeof clientLoader>();
  return (
    <>
      <title>Content</title>
      <PageHead title="Content" />
      <ResourceList
        label="Content"
        rows={documents}
        columns={COLUMNS}
        keyOf={({ name }) => name}
        to={({ name }) => `/content/${name}`}
        empty="There is nothing to edit."
      />
    </>
  );
}
