import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument, { type Paper } from "pdfkit";

/** A file to print true to size, sent while it is drawn. A client that left destroys it: drawing should look now and then. */
export function whileDrawn(title: string, draw: (paper: Paper) => Promise<void>): Paper {
  const paper = new PDFDocument({ autoFirstPage: false, lang: "en-US", info: { Title: title } });
  // a viewer that supports this prints true to size by default
  paper._root.data["ViewerPreferences"] = paper.ref({ PrintScaling: "None" });
  draw(paper)
    .then(() => paper.end())
    .catch((error: unknown) =>
      paper.destroy(error instanceof Error ? error : new Error("The file could not be drawn.")),
    );
  return paper;
}

const longestHold = 10; // ms, a few labels

/** To be awaited between two things drawn: other requests run in between. */
export function breathing(): () => Promise<void> {
  let breathed = performance.now();
  return async () => {
    if (performance.now() - breathed <= longestHold) return;
    await nextTurn();
    breathed = performance.now();
  };
}
