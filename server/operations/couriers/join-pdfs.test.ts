import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { joinPdfs } from "./join-pdfs.ts";

it("joins pages without the scripts that a courier’s file would run", async () => {
  const label = await PDFDocument.create();
  const script = (name: string) => ({ S: "JavaScript", JS: PDFString.of(`app.alert("${name}")`) });
  label.addJavaScript("whole", 'app.alert("whole")');
  const page = label.addPage([300, 400]);
  page.node.set(PDFName.of("AA"), label.context.obj({ O: script("opened") }));
  const link = { Type: "Annot", Subtype: "Link", Rect: [0, 0, 300, 400], A: script("touched") };
  page.node.set(PDFName.of("Annots"), label.context.obj([link]));

  const joined = await PDFDocument.load(await joinPdfs([await label.save(), await label.save()]));
  expect(joined.getPages().map((one) => one.getSize())).toEqual([
    { width: 300, height: 400 },
    { width: 300, height: 400 },
  ]);
  const written = Buffer.from(await joined.save({ useObjectStreams: false })).toString("latin1");
  expect(written).toContain("/Link");
  expect(written).not.toMatch(/app\.alert/);
});
