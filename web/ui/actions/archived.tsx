import type { ReactNode } from "react";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { ActionButton } from "./action-button.tsx";

type ArchivedProps = {
  is: boolean;
  title: string;
  undo: string;
  action: () => Promise<unknown>;
  changes: readonly string[] | "everything";
  mayUndo?: boolean;
  children: ReactNode;
};

/** A notice that something is archived, with a button to restore it. */
export function Archived({ is, title, undo, action, changes, mayUndo = true, children }: ArchivedProps) {
  return (
    <div aria-live="polite">
      {is && (
        <Alert title={title}>
          <Stack gap="tight">
            <p>{children}</p>
            {mayUndo && (
              <div>
                <ActionButton size="small" icon={<Undo2 size={18} />} action={action} changes={changes}>
                  {undo}
                </ActionButton>
              </div>
            )}
          </Stack>
        </Alert>
      )}
    </div>
  );
}
