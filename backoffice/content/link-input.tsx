import { useEffect, useState } from "react";
import type { LinkTargets } from "../../contract/admin/content.ts";
import { SHOP_PAGES } from "../../contract/content/menu-targets.ts";
import { call, RequestError } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";

interface LinkInputProps {
  label: string;
  link: string;
  /** The keyword that stands for several links. */
  target: { keyword: string; name: string };
  error?: string | undefined;
  onChange: (link: string) => void;
}

type Kind = "many" | "page" | "category" | "product" | "address";

/** After the last key, before the server is asked. */
const PAUSE_MS = 150;

function kindOf(link: string, keyword: string): Kind {
  if (link === keyword) return "many";
  if (link === "" || SHOP_PAGES.some((page) => page.link === link)) return "page";
  if (/^\/category\/[^/?#]+$/.test(link)) return "category";
  return /^\/product\/[^/?#]+$/.test(link) ? "product" : "address";
}

/** Where a link of a menu leads: a page, a category or a product of the shop, or any address. */
export function LinkInput({ label, link, target, error, onChange }: LinkInputProps) {
  const [chosen, setChosen] = useState<{ kind: Kind; link: string } | null>(null);
  // Another entry has come to this place, as after a move.
  const kind = chosen?.link === link ? chosen.kind : kindOf(link, target.keyword);
  const set = (to: string, as: Kind = kind) => {
    setChosen({ kind: as, link: to });
    onChange(to);
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={label}
        value={kind}
        options={[
          { value: "page", name: "A page of the shop" },
          { value: "category", name: "A category" },
          { value: "product", name: "A product" },
          { value: "address", name: "Another address" },
          { value: "many", name: target.name },
        ]}
        onChange={(value) => set(value === "many" ? target.keyword : "", value as Kind)}
      />
      {kind === "page" && (
        <SelectField
          label="Page"
          value={link}
          error={error}
          options={[...(link === "" ? [{ value: "", name: "Choose a page" }] : []), ...PAGE_OPTIONS]}
          onChange={(value) => set(value)}
        />
      )}
      {kind === "category" && <CategoryChoice link={link} error={error} onChange={set} />}
      {kind === "product" && <ProductChoice link={link} error={error} onChange={set} />}
      {kind === "address" && (
        <Field
          label="Address"
          value={link}
          error={error}
          placeholder="https://…"
          hint="A web address that begins with https://, or a path of the shop such as /products?rating=4."
          onChange={(event) => set(event.target.value)}
        />
      )}
    </div>
  );
}

const PAGE_OPTIONS = SHOP_PAGES.map((page) => ({ value: page.link, name: page.name }));

interface ChoiceProps {
  link: string;
  error: string | undefined;
  onChange: (link: string) => void;
}

function CategoryChoice({ link, error, onChange }: ChoiceProps) {
  const { targets, problem } = useLinkTargets("");
  const options = (targets?.categories ?? []).map(({ slug, name }) => ({ value: `/category/${slug}`, name }));
  const isListed = options.some(({ value }) => value === link);
  return (
    <SelectField
      label="Category"
      value={link}
      error={problem || error}
      options={[...(isListed ? [] : [{ value: link, name: link || "Choose a category" }]), ...options]}
      onChange={onChange}
    />
  );
}

function ProductChoice({ link, error, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const { targets, problem } = useLinkTargets(typed.trim());
  const found = typed.trim() === "" ? [] : (targets?.products ?? []);
  return (
    <div>
      <Field
        label="Product"
        type="search"
        value={typed}
        placeholder="Words of its title"
        hint={link === "" ? "None is chosen yet." : `Chosen: ${link}`}
        error={problem || error}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would send the form.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <ul aria-label="Found products" className="mt-1 grid gap-1 empty:hidden">
        {found.map(({ slug, title }) => (
          <li key={slug}>
            <button
              type="button"
              className="w-full rounded-sm px-2.5 py-2 text-left hover:bg-linen"
              onClick={() => {
                onChange(`/product/${slug}`);
                setTyped("");
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-bark text-small empty:hidden">
        {typed.trim() !== "" && targets && found.length === 0 ? "No product in the shop has this name." : ""}
      </p>
    </div>
  );
}

/** Results of a search; every response has all categories. */
function useLinkTargets(q: string): { targets: LinkTargets | null; problem: string } {
  const [state, setState] = useState<{ targets: LinkTargets | null; problem: string }>({ targets: null, problem: "" });
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        const targets = await call("findLinkTargets", { query: { q } });
        if (isLatest) setState({ targets, problem: "" });
      } catch (failure) {
        if (!(failure instanceof RequestError)) throw failure;
        if (isLatest) setState({ targets: null, problem: failure.message });
      }
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [q]);
  return state;
}
