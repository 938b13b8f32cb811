import type PDFDocument from "pdfkit";

/** A pdfkit document in progress. */
export type Paper = InstanceType<typeof PDFDocument>;
