import { Link } from "react-router";

export default function Unknown() {
  return (
    <div className="panel max-w-lg p-6">
      <title>Page not found</title>
      <h1 className="mb-2">There is no such page</h1>
      <p className="mb-4 text-bark">The link may be old, or mistyped.</p>
      <Link to="/" className="text-link">
        Go to Home
      </Link>
    </div>
  );
}
