import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ContextDeps } from "../../platform/http/request-context.ts";
import { permissionMissing, type Staff } from "../../platform/http/staff-sessions.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { LotRule } from "../../selling/stock/manage-lots.ts";
import { listCategories } from "./categories.ts";
import { deleteCategory, orderCategories } from "./category-tree.ts";
import { listAdminCategories, readAdminCategory } from "./editing/admin-categories.ts";
import { readAdminProduct } from "./editing/admin-product.ts";
import { countAdminProducts, listAdminProducts } from "./editing/admin-products.ts";
import { addClaimProof, deleteClaimProof, listClaimProofs, readClaimProof } from "./editing/claim-proofs.ts";
import { createProduct, duplicateProduct } from "./editing/create-product.ts";
import { type CategoryDeps, changeCategory, createCategory } from "./editing/edit-category.ts";
import { changeProduct, type EditDeps } from "./editing/edit-product.ts";
import { legalFactsOf } from "./editing/missing-for-sale.ts";
import { previewToken } from "./editing/preview.ts";
import { cancelPrice, planPrice, removeLaterRate } from "./editing/price-changes.ts";
import { gridPermissions, readProductGrid, saveProductGrid } from "./editing/product-grid.ts";
import { changeProductState } from "./editing/product-state.ts";
import { cropProductPicture, storeShopPicture } from "./editing/shop-picture.ts";
import { type OnRestocked, setSizeStock } from "./editing/size-stock.ts";
import { CATEGORY_PICTURES } from "./import/category-file.ts";

interface Deps extends ContextDeps {
  media: MediaLibrary;
  shopSettings: ShopSettingsReader;
  /**
   * Returns the function that emails customers about products back in stock. Injected, because the module wishlist is in a higher layer.
   */
  restocking: (sender: MailSender, now: Date) => OnRestocked;
  readRule: () => Promise<LotRule>;
}

/** The fields of a size that need `edit_prices`. */
const PRICES = ["price", "originalPrice", "packsCarryMrp", "hsn", "gstPercent", "gstFrom"] as const;

export function catalogueAdminRoutes(admin: FastifyInstance, deps: Deps): void {
  const { db, media, settings, shopSettings, readSender, restocking, readRule } = deps;
  const facts = async () => legalFactsOf(await shopSettings.current());
  const editing = async (staff: Staff): Promise<EditDeps> => ({
    db,
    media,
    actor: staff,
    facts: await facts(),
    now: new Date(),
  });

  handleAdmin(admin, adminEndpoints.listAdminProducts, async ({ query }) => ({
    data: await listAdminProducts(db, query),
  }));
  handleAdmin(admin, adminEndpoints.countAdminProducts, async () => ({ data: await countAdminProducts(db) }));
  handleAdmin(admin, adminEndpoints.readAdminProduct, async ({ params }) => ({
    data: await readAdminProduct(db, Number(params.id), await facts()),
  }));
  handleAdmin(admin, adminEndpoints.readProductGrid, async ({ query }) => ({
    data: await readProductGrid(db, query, await facts()),
  }));
  handleAdmin(admin, adminEndpoints.saveProductGrid, async ({ staff, body: { products }, request }) => {
    for (const permission of gridPermissions(products))
      if (!staff.permissions.has(permission)) throw permissionMissing(permission);
    const deps = await editing(staff);
    const onRestocked = restocking(await readSender(originOf(request)), deps.now);
    return { data: { results: await saveProductGrid({ ...deps, onRestocked }, products) } };
  });
  handleAdmin(admin, adminEndpoints.listProductCategories, async () => ({
    data: (await listCategories(db)).flatMap(({ slug, name, subcategories }) => [
      { slug, name, ownName: name },
      ...subcategories.map((sub) => ({ slug: sub.slug, name: `${name}, ${sub.name}`, ownName: sub.name })),
    ]),
  }));
  handleAdmin(admin, adminEndpoints.createProduct, async ({ staff, body }) => {
    if (!staff.permissions.has("edit_products")) throw permissionMissing("edit_products");
    if ([body.size, ...(body.moreSizes ?? [])].some(({ stock }) => stock) && !staff.permissions.has("adjust_stock"))
      throw permissionMissing("adjust_stock");
    return { data: await createProduct({ ...(await editing(staff)), rule: await readRule() }, body) };
  });
  handleAdmin(admin, adminEndpoints.changeProduct, async ({ staff, params, body }) => {
    const isPriced = body.sizes?.some((size) => size._id === undefined || PRICES.some((field) => field in size));
    if (isPriced && !staff.permissions.has("edit_prices")) throw permissionMissing("edit_prices");
    return { data: await changeProduct(await editing(staff), Number(params.id), body) };
  });
  handleAdmin(admin, adminEndpoints.planPrice, async ({ staff, params, body }) => ({
    data: await planPrice(await editing(staff), Number(params.id), body),
  }));
  handleAdmin(admin, adminEndpoints.cancelPrice, async ({ staff, params }) => ({
    data: await cancelPrice(await editing(staff), Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.deleteLaterRate, async ({ staff, params }) => ({
    data: await removeLaterRate(await editing(staff), Number(params.id), params.day),
  }));
  handleAdmin(admin, adminEndpoints.previewAdminProduct, async ({ params }) => {
    const { _id } = await readAdminProduct(db, Number(params.id), await facts());
    const { token, until } = previewToken(settings.CODE_SECRET, Number(_id), new Date());
    return { data: { path: `/preview#${token}`, until: until.toISOString() } };
  });
  handleAdmin(admin, adminEndpoints.duplicateProduct, async ({ staff, params }) => ({
    data: await duplicateProduct(await editing(staff), Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.changeProductState, async ({ staff, params, body }) => ({
    data: await changeProductState(await editing(staff), Number(params.id), body),
  }));
  handleAdmin(admin, adminEndpoints.uploadProductPicture, async ({ files: { file } }) => ({
    data: await storeShopPicture(media, file),
  }));
  handleAdmin(admin, adminEndpoints.cropProductPicture, async ({ body: { path, part } }) => ({
    data: await cropProductPicture(media, path, part),
  }));
  handleAdmin(admin, adminEndpoints.listClaimProofs, async ({ params }) => ({
    data: await listClaimProofs(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.addClaimProof, async ({ params, body, files: { file }, staff: actor }) => ({
    data: await addClaimProof({ db, actor, now: new Date() }, Number(params.id), body, file),
  }));
  handleAdmin(admin, adminEndpoints.downloadClaimProof, async ({ params, reply }) => {
    const { type, content } = await readClaimProof(db, Number(params.id), Number(params.proof));
    reply.header("content-disposition", `attachment; filename="certificate-${params.proof}.${type}"`);
    return content;
  });
  handleAdmin(admin, adminEndpoints.deleteClaimProof, async ({ params, staff: actor }) => ({
    data: await deleteClaimProof({ db, actor, now: new Date() }, Number(params.id), Number(params.proof)),
  }));
  handleAdmin(admin, adminEndpoints.setSizeStock, async ({ staff, params, body, request }) => {
    const now = new Date();
    const onRestocked = restocking(await readSender(originOf(request)), now);
    const change = { ...body, reason: body.reason ?? "Changed in the list of products" };
    return { data: await setSizeStock({ db, actor: staff, now, onRestocked }, Number(params.id), change) };
  });

  const inCategories = (staff: Staff): CategoryDeps => ({ db, media, actor: staff, now: new Date() });
  handleAdmin(admin, adminEndpoints.listAdminCategories, async () => ({ data: await listAdminCategories(db) }));
  handleAdmin(admin, adminEndpoints.readAdminCategory, async ({ params }) => ({
    data: await readAdminCategory(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.createCategory, async ({ staff, body }) => ({
    data: await createCategory(inCategories(staff), body),
  }));
  handleAdmin(admin, adminEndpoints.changeCategory, async ({ staff, params, body }) => ({
    data: await changeCategory(inCategories(staff), Number(params.id), body),
  }));
  handleAdmin(admin, adminEndpoints.orderCategories, async ({ staff, body }) => ({
    data: await orderCategories(inCategories(staff), body),
  }));
  handleAdmin(admin, adminEndpoints.deleteCategory, async ({ staff, params, body }) => ({
    data: await deleteCategory(inCategories(staff), Number(params.id), body),
  }));
  handleAdmin(admin, adminEndpoints.uploadCategoryPicture, async ({ files: { file } }) => ({
    data: await storeShopPicture(media, file, { folder: CATEGORY_PICTURES, name: "category" }),
  }));
}
