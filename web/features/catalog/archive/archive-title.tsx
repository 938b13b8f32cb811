import type { ItemWithCopies } from "#contract/catalog.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useSetTitleArchived } from "./archive-mutations.ts";

type Of = { item: ItemWithCopies };

export function ArchiveTitle({ item }: Of) {
  const { mutate, isPending } = useSetTitleArchived(item.inventoryId);
  if (item.isArchived) return null;
  return (
    <Button look="quiet" busy={isPending} onClick={() => mutate(true)}>
      Archive
    </Button>
  );
}

export function ArchivedTitle({ item }: Of) {
  const { mutate, isPending } = useSetTitleArchived(item.inventoryId);
  return (
    <div aria-live="polite">
      {item.isArchived && (
        <Alert title="This title is archived.">
          <Stack gap="tight">
            <p>It is in no list and no search, and can’t be ordered. Its orders, cases and history stay.</p>
            <ForRole least="clerk">
              <div>
                <Button size="small" icon={<Undo2 size={18} />} busy={isPending} onClick={() => mutate(false)}>
                  Undo: lend it again
                </Button>
              </div>
            </ForRole>
          </Stack>
        </Alert>
      )}
    </div>
  );
}
