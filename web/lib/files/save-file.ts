export function saveFile({ fileName, content }: { fileName: string; content: Blob }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // later, because the browser reads the address after the click
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
