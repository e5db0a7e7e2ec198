import { useNavigate, useSearchParams } from "react-router";

interface SearchFieldProps {
  /** "Search orders" */
  label: string;
  /** What it recognises: "Order, AWB, email, phone or name". */
  placeholder: string;
  /** The list's query with this search. */
  queryFor: (typed: string) => string;
}

/** The search of a list, the parameter `q`; it applies at Enter. */
export function SearchField({ label, placeholder, queryFor }: SearchFieldProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const current = search.get("q") ?? "";
  return (
    <form
      className="md:w-80"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(queryFor(String(new FormData(event.currentTarget).get("q") ?? "").trim()));
      }}
    >
      <input
        key={current}
        type="search"
        name="q"
        defaultValue={current}
        aria-label={label}
        placeholder={placeholder}
        className="field"
      />
    </form>
  );
}
