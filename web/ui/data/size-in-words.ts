/** Formats a file size: "812 bytes", "340 kB", "1.2 MB", "3.4 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} kB`;
  return kilobytes < 1_000_000 ? `${(kilobytes / 1024).toFixed(1)} MB` : `${(kilobytes / 1024 / 1024).toFixed(1)} GB`;
}
