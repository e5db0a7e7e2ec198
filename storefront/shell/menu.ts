import type { Category } from "../../contract/catalogue/schemas.ts";
import { ALL_CATEGORIES, FAVOURITES } from "../../contract/content/menu-targets.ts";
import { useRootData } from "../shared/shop-context.ts";

/** An entry of the header's menu: a link, or a category with its subcategories. */
export interface MenuEntry {
  label: string;
  to: string;
  category: Category | null;
}

/** The owner's menu of the header, every category in the place of the entry that stands for all. */
export function useMenu(): MenuEntry[] {
  const { shop, categories } = useRootData();
  const entryOf = (category: Category): MenuEntry => ({
    label: category.name,
    to: `/category/${category.slug}`,
    category,
  });
  return shop.headerMenu.flatMap(({ label, link }) => {
    if (link === ALL_CATEGORIES) return categories.map(entryOf);
    const category = categories.find(({ slug }) => link === `/category/${slug}`) ?? null;
    return [{ label, to: pathOf(link, shop.refundPolicyPath), category }];
  });
}

/** The owner's columns of the footer, without empty ones. */
export function useFooterColumns(): { title: string; links: { label: string; to: string }[] }[] {
  const { shop } = useRootData();
  const columns = shop.footerMenu.map(({ title, links }) => ({
    title,
    links: links.flatMap(({ label, link }) =>
      link === FAVOURITES
        ? shop.footerProducts.map((product) => ({ label: product.title, to: `/product/${product.slug}` }))
        : [{ label, to: pathOf(link, shop.refundPolicyPath) }],
    ),
  }));
  return columns.filter(({ links }) => links.length > 0);
}

/** The refund policy has two paths, one of which redirects. */
const pathOf = (link: string, refundPolicyPath: string) => (link === "/refund-policy" ? refundPolicyPath : link);
