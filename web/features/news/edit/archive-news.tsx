import type { StaffNewsItem } from "#contract/news.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useSetNewsArchived } from "./staff-news-queries.ts";

type Of = { item: StaffNewsItem };

/** Takes a news item off the public pages. Nothing for one that is archived. */
export function ArchiveNews({ item }: Of) {
  const { mutate, isPending } = useSetNewsArchived(item.id);
  if (item.isArchived) return null;
  return (
    <Button look="quiet" busy={isPending} onClick={() => mutate(true)}>
      Archive
    </Button>
  );
}

/** Says that a news item is archived, with the way back. */
export function ArchivedNews({ item }: Of) {
  const { mutate, isPending } = useSetNewsArchived(item.id);
  return (
    <div aria-live="polite">
      {item.isArchived && (
        <Alert title="This news item is archived.">
          <Stack gap="tight">
            <p>Visitors don’t see it anymore. Nothing is deleted.</p>
            <div>
              <Button size="small" icon={<Undo2 size={18} />} busy={isPending} onClick={() => mutate(false)}>
                Undo: show it again
              </Button>
            </div>
          </Stack>
        </Alert>
      )}
    </div>
  );
}
