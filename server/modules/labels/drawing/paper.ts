import type PDFDocument from "pdfkit";

/** A file of pdfkit's that is being drawn. */
export type Paper = InstanceType<typeof PDFDocument>;
