import { PDFDict, PDFDocument, PDFName, type PDFPage } from "@cantoo/pdf-lib";

/** Joins files, with each page turned as its file says, and without what a page would do when it is opened or touched. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Buffer> {
  const joined = await PDFDocument.create();
  for (const file of files) {
    const opened = await PDFDocument.load(file, { ignoreEncryption: true });
    for (const page of await joined.copyPages(opened, opened.getPageIndices())) joined.addPage(withoutActions(page));
  }
  return Buffer.from(await joined.save());
}

const ACTIONS = [PDFName.of("A"), PDFName.of("AA")];

function withoutActions(page: PDFPage): PDFPage {
  const annotations = page.node.Annots();
  const drawn = (annotations?.asArray() ?? []).map((_, at) => annotations?.lookupMaybe(at, PDFDict));
  for (const dictionary of [page.node, ...drawn]) for (const action of ACTIONS) dictionary?.delete(action);
  return page;
}
