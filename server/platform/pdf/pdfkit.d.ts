/** The parts of pdfkit that we use. Lengths are points from the top left corner. */
declare module "pdfkit" {
  import type { Font } from "fontkit";
  import type { Readable } from "node:stream";

  type TextOptions = {
    width?: number;
    lineBreak?: boolean;
    /** What y refers to; default the top of the text. */
    baseline?: "alphabetic";
  };

  export interface Paper extends Readable {
    addPage(options: { size: [number, number]; margin: number }): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    rotate(degrees: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    fillColor(color: string): this;
    stroke(color: string): this;
    /** Registers a standard font or one that fontkit parsed. */
    registerFont(name: string, source: string | Font): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    /** Raw PDF operators on the page. */
    addContent(operators: string): this;
    /** Creates a PDF object that others can reference. */
    ref(data: Record<string, unknown>): unknown;
    end(): void;
    /** The document catalog, the only way to set viewer preferences. */
    readonly _root: { data: Record<string, unknown> };
  }

  const constructor: new (options: {
    autoFirstPage: false;
    info?: { Title: string };
    lang?: string;
    displayTitle?: boolean;
  }) => Paper;
  export default constructor;
}
