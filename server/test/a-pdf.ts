/** Returns a minimal one-page PDF; `words` make it unique, `size` pads it to that many bytes. */
export function aPdf(
  fileName = "worksheet.pdf",
  { words = "", size = 0 }: { words?: string; size?: number } = {},
): File {
  const parts = [
    "%PDF-1.4\n",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\n",
    `% ${words}\n`,
  ];
  const end = (before: number) =>
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${before}\n%%EOF\n`;
  const length = parts.join("").length;
  const padding = Math.max(0, size - length - end(size).length);
  const body = parts.join("") + " ".repeat(padding);
  return new File([body, end(body.length)], fileName, { type: "application/pdf" });
}
