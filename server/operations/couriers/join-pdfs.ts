import { PDFDocument } from "@cantoo/pdf-lib";

/** Joins files, with each page turned as its file says. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Buffer> {
  const joined = await PDFDocument.create();
  for (const file of files) {
    const opened = await PDFDocument.load(file, { ignoreEncryption: true });
    for (const page of await joined.copyPages(opened, opened.getPageIndices())) joined.addPage(page);
  }
  return Buffer.from(await joined.save());
}
