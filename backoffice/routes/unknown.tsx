import { Link } from "react-router";
import { PageHead } from "../shared/page-head.tsx";

export default function Unknown() {
  return (
    <div className="panel max-w-lg p-6">
      <title>Page not found</title>
      <PageHead title="There is no such page" />
      <p className="mb-4 text-bark">The link may be old, or mistyped.</p>
      <Link to="/" className="text-link">
        Go to Home
      </Link>
    </div>
  );
}
