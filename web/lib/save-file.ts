/** Saves bytes on the visitor's machine under a name, as if they had followed a download link. */
export function saveFile({ fileName, content }: { fileName: string; content: Blob }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // why later: the browser reads the address after the click has been handled
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
