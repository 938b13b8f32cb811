import type { ImportState } from "#contract/imports.ts";
import { Ban, CircleAlert, CircleCheck, Clock, ListChecks, Pencil } from "#web/ui/icons.tsx";
import type { BadgeTone } from "#web/ui/data/badge.tsx";
import { Badge } from "#web/ui/data/badge.tsx";

const looks: Record<ImportState, { tone: BadgeTone; icon: typeof Clock; word: string }> = {
  matching: { tone: "warning", icon: Pencil, word: "Columns to match" },
  checking: { tone: "info", icon: Clock, word: "Being checked" },
  checked: { tone: "warning", icon: ListChecks, word: "Checked, not saved" },
  saving: { tone: "info", icon: Clock, word: "Being saved" },
  saved: { tone: "success", icon: CircleCheck, word: "Saved" },
  cancelled: { tone: "neutral", icon: Ban, word: "Canceled" },
  failed: { tone: "danger", icon: CircleAlert, word: "Failed" },
};

/** An import's state as icon and word. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { tone, icon: Icon, word } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {word}
    </Badge>
  );
}
