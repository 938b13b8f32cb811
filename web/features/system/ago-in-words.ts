/** "less than an hour ago", "5 hours ago", "12 days ago". */
export function agoInWords(at: string, now: number): string {
  const hours = Math.floor((now - new Date(at).getTime()) / 3_600_000);
  if (hours < 1) return "less than an hour ago";
  if (hours < 48) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
