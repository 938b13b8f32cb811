export function saveFile({ fileName, content }: { fileName: string; content: Blob }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // the browser reads the address after the click was handled
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
