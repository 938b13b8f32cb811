import { toast } from "#web/ui/feedback/toast.ts";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    // not with http, or not allowed
    toast("This browser doesn’t let the page copy. Select the text and copy it yourself.", "error");
  }
}
