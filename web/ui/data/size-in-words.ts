/** A readable file size: "812 bytes", "340 kB", "1.2 MB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return bytes < 1024 * 1000 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
